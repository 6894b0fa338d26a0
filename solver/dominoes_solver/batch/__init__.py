"""One position decided by a few calls: deal worlds, weigh them, resample, search, play out."""
