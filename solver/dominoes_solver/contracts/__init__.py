"""What a bidder may make in a game of tricks: the trumps of a hand, by worlds with open hands."""
