.PHONY: play test soak bench setup lock
play test soak bench setup lock:
	./dev $@
