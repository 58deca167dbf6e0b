"""`make test-image`: runs each step of the Dockerfile on this machine, and plays a match in what they make."""
