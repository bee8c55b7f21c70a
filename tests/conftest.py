"""Property tests are short in CI; `pytest --hypothesis-profile=long` lets them run."""

from hypothesis import settings

settings.register_profile("ci", max_examples=60, deadline=None)
settings.register_profile("long", max_examples=5000, deadline=None)
settings.load_profile("ci")
