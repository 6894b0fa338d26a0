"""From the text of a rules file to the clauses in force, those of its parents included."""
