"""What the pages ask of the solver, found in other processes: hints, reviews, analysis."""
