"""What all tests share: how Hypothesis searches."""

import os

from hypothesis import settings

# No deadlines: how long one example takes says more about the machine than about the code.
settings.register_profile("dev", deadline=None)
# The same examples in every run, so that a red build is red because of the change.
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)

# Rules files here are for the tests, many of them broken on purpose.
collect_ignore_glob = ["*.rules"]

settings.load_profile("ci" if os.environ.get("CI") else "dev")
