"""The interpreter: the definition of what rules mean. Also matches and counted move trees."""
