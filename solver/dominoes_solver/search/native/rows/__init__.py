"""The places of everything in the arrays of the kernels."""
