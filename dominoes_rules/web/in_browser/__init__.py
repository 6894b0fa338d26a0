"""The pages without a server: an interpreter in the browser answers what its pages ask for."""
