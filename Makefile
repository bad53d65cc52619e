# The commands of ./dev by their names; make test ARGS="-k oregon", make run ARGS="overland --help"
COMMANDS = play test soak bench build shots run setup lock
.PHONY: $(COMMANDS)
$(COMMANDS):
	./dev $@ $(ARGS)
