"""Perfect-information Monte Carlo: the mean over the worlds that fit, its error, and why."""
