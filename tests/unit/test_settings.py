"""Settings: from the environment and from flags; what is wrong is told with the variable's name."""

from pathlib import Path

import pytest

from graphsvc.domain.errors import ConfigurationError
from graphsvc.settings import DESCRIPTIONS, Settings, read_settings, settings_with_sources


def test_nothing_set() -> None:
    """Without anything set there is local Neo4j, on loopback, with a data folder."""
    settings = read_settings({})
    assert (None, "neo4j", "127.0.0.1", 8000) == (
        settings.neo4j_uri,
        settings.neo4j_user,
        settings.host,
        settings.port,
    )
    assert settings.home.is_absolute()
    assert "graphsvc" in str(settings.home)


def test_every_setting_comes_from_the_environment() -> None:
    """Each setting is read from its own variable."""
    environment = {
        "GRAPHSVC_HOME": "data",
        "GRAPHSVC_NEO4J_URI": "neo4j+s://db.example.org",
        "GRAPHSVC_NEO4J_USER": "reader",
        "GRAPHSVC_NEO4J_PASSWORD": "secret",
        "GRAPHSVC_NEO4J_PASSWORD_FILE": "password.txt",
        "GRAPHSVC_NEO4J_DATABASE": "papers",
        "GRAPHSVC_LOCAL_BOLT_PORT": "7688",
        "GRAPHSVC_LOCAL_HEAP_MB": "512",
        "GRAPHSVC_LOCAL_PAGE_CACHE_MB": "256",
        "GRAPHSVC_HOST": "::1",
        "GRAPHSVC_PORT": "0",
        "GRAPHSVC_WORKERS": "4",
        "GRAPHSVC_QUERY_TIMEOUT_S": "2.5",
    }
    expected = Settings(
        home=Path("data"),
        neo4j_uri="neo4j+s://db.example.org",
        neo4j_user="reader",
        neo4j_password="secret",
        neo4j_password_file=Path("password.txt"),
        neo4j_database="papers",
        local_bolt_port=7688,
        local_heap_mb=512,
        local_page_cache_mb=256,
        host="::1",
        port=0,
        workers=4,
        query_timeout_s=2.5,
    )
    assert expected == read_settings(environment)
    assert {name.upper() for name in DESCRIPTIONS} <= {name.removeprefix("GRAPHSVC_") for name in environment}


def test_every_setting_is_described() -> None:
    """There is a description of each setting and of nothing else."""
    assert list(Settings.__dataclass_fields__) == list(DESCRIPTIONS)


def test_flags_come_first() -> None:
    """A flag wins over the environment; a flag that is not given does not; a port 0 is given."""
    environment = {"GRAPHSVC_PORT": "9000", "GRAPHSVC_HOST": "0.0.0.0"}
    settings = read_settings(environment, port=0, host=None)
    assert (0, "0.0.0.0") == (settings.port, settings.host)


def test_an_empty_variable_is_not_set() -> None:
    """An empty variable, as compose files make them, leaves the default."""
    assert read_settings({}) == read_settings(dict.fromkeys((f"GRAPHSVC_{name.upper()}" for name in DESCRIPTIONS), ""))


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("GRAPHSVC_PORT", "http"),
        ("GRAPHSVC_PORT", "80.5"),
        ("GRAPHSVC_LOCAL_HEAP_MB", "1g"),
        ("GRAPHSVC_LOCAL_PAGE_CACHE_MB", "-"),
        ("GRAPHSVC_LOCAL_BOLT_PORT", "0x10"),
        ("GRAPHSVC_QUERY_TIMEOUT_S", "10s"),
    ],
)
def test_what_is_no_number_is_named(variable: str, value: str) -> None:
    """A setting that should be a number and is none is an error that names its variable and its value."""
    with pytest.raises(ConfigurationError, match=f"{variable}='{value}'"):
        read_settings({variable: value})


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("GRAPHSVC_QUERY_TIMEOUT_S", "nan"),
        ("GRAPHSVC_QUERY_TIMEOUT_S", "inf"),
        ("GRAPHSVC_QUERY_TIMEOUT_S", "-1"),
        ("GRAPHSVC_QUERY_TIMEOUT_S", "0"),
    ],
)
def test_what_makes_no_sense_is_named(variable: str, value: str) -> None:
    """A number that cannot be meant (no time at all, endless time) is an error that names its variable."""
    with pytest.raises(ConfigurationError, match=variable):
        read_settings({variable: value})


def test_the_password_comes_from_its_variable_or_its_file(tmp_path: Path) -> None:
    """The password is the variable's, else the file's without the line end that editors add."""
    file = tmp_path / "password"
    file.write_text("from the file\n")
    assert "from the file" == Settings(neo4j_password_file=file).password()
    assert "given" == Settings(neo4j_password="given", neo4j_password_file=file).password()


def test_a_password_is_wanted() -> None:
    """Without a password, the error names both variables that give one."""
    with pytest.raises(ConfigurationError, match=r"GRAPHSVC_NEO4J_PASSWORD.*GRAPHSVC_NEO4J_PASSWORD_FILE"):
        Settings(neo4j_uri="bolt://db").password()


def test_a_password_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """A password file that is missing, is a folder or holds no text is an error that names its variable."""
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    for path in (tmp_path / "nowhere", tmp_path, tmp_path / "binary"):
        with pytest.raises(ConfigurationError, match="GRAPHSVC_NEO4J_PASSWORD_FILE"):
            Settings(neo4j_password_file=path).password()


def test_secrets_are_not_shown() -> None:
    """Neither the list of settings nor the settings' own text shows the password."""
    environment = {"GRAPHSVC_NEO4J_PASSWORD": "hunter2", "GRAPHSVC_NEO4J_URI": "bolt://db"}
    settings = read_settings(environment)
    rows = {variable: (value, source) for variable, value, source in settings_with_sources(settings, environment)}
    assert ("********", "environment") == rows["GRAPHSVC_NEO4J_PASSWORD"]
    assert ("bolt://db", "environment") == rows["GRAPHSVC_NEO4J_URI"]
    assert ("8000", "default") == rows["GRAPHSVC_PORT"]
    assert ("", "default") == rows["GRAPHSVC_NEO4J_DATABASE"]
    assert "hunter2" not in repr(settings) + repr(rows)


def test_the_length_of_a_secret_is_not_shown() -> None:
    """Every password is masked by the same stars."""
    masks = {settings_with_sources(Settings(neo4j_password=secret), {})[3][1] for secret in ("a", "b" * 40)}
    assert {"********"} == masks


@pytest.mark.parametrize("text", ["0", "-1", "two"])
def test_some_process_must_answer(text: str) -> None:
    """A number of workers that is none, or none at all, is an error that names the variable."""
    with pytest.raises(ConfigurationError, match="GRAPHSVC_WORKERS"):
        read_settings({"GRAPHSVC_WORKERS": text})
