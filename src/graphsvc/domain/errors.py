"""The errors graphsvc raises on purpose; each edge (HTTP, GraphQL, command line) translates them once."""


class GraphsvcError(Exception):
    """Anything that went wrong and that a message to the user explains."""

    code = "INTERNAL"


class BadInput(GraphsvcError):
    """The caller sent something that cannot be used; the message says what and how to mend it."""

    code = "BAD_INPUT"


class BadIdentifier(BadInput):
    """A text that is no identifier, or one that could be several."""

    code = "BAD_IDENTIFIER"


class BadCursor(BadInput):
    """A cursor that graphsvc did not give, or gave for another sort or filter."""

    code = "BAD_CURSOR"


class LimitExceeded(BadInput):
    """A request for more than one answer may hold."""

    code = "LIMIT_EXCEEDED"


class DatabaseUnavailable(GraphsvcError):
    """Neo4j does not answer; trying again later may help."""

    code = "DATABASE_UNAVAILABLE"


class TimedOut(GraphsvcError):
    """An answer took longer than it may; asking for less at once helps."""

    code = "TIMEOUT"


class ConfigurationError(GraphsvcError):
    """A setting, or the machine itself, does not let graphsvc run; the message names the setting."""

    code = "CONFIGURATION"


class LocalServerError(ConfigurationError):
    """Local Neo4j could not be installed, started or stopped; the message says what to do next."""

    code = "LOCAL_SERVER"


class CutShort(BadInput):
    """An input ends before its end; what was whole has been taken."""

    code = "CUT_SHORT"


class Stopped(GraphsvcError):
    """A person ended a command before its end."""

    code = "STOPPED"
