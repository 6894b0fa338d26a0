"""How fast it all is, measured in one run: `python -m benchmarks`, or `python3 dev.py bench`."""
