"""Worlds searched by other processes, on this machine or on a cluster."""
