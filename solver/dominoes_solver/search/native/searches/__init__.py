"""Exact values of many worlds: kernels, their tables and jobs."""
