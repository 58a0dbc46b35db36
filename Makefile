# Short names for dev.py, which needs Python 3.11 or newer and nothing else.
.PHONY: demo test check lock
demo test check lock:
	python3 dev.py $@
