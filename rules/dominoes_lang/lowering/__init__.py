"""The rules as one program of typed operations, for generated Python, machine code and proofs."""
