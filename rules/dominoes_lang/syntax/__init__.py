"""From text to syntax: clauses, the grammar, trees, and the nodes that they become."""
