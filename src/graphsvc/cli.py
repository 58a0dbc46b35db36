"""The command line."""

import asyncio
import datetime
import json
import shlex
import socket
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, TextIO
from urllib.parse import quote

import click

from graphsvc import app, localdb
from graphsvc.api.schema import sdl
from graphsvc.bulk.load import Job, finish, import_command, prepare_folder, read_note
from graphsvc.bulk.local import load_into_local
from graphsvc.cli_export import export
from graphsvc.cli_map import make_map, map_, read_state
from graphsvc.cli_place import place
from graphsvc.domain.dataset import Dataset
from graphsvc.domain.dates import parse_date
from graphsvc.domain.errors import BadInput, ConfigurationError, GraphsvcError, Stopped
from graphsvc.domain.identifiers import normal_id
from graphsvc.domain.lists import DEFAULT_PAGE_SIZE, ListKind, ListRequest, Page, PaperList
from graphsvc.domain.paper import Paper
from graphsvc.graph.area_refresh import refresh_areas
from graphsvc.graph.check import Finding, check_store, fingerprint, repair_author_names, repair_counts
from graphsvc.graph.connect import Connection, open_reader, open_writer
from graphsvc.graph.dataset import read_dataset
from graphsvc.graph.hub_refresh import refresh_hubs
from graphsvc.graph.papers import PaperWants, read_papers
from graphsvc.graph.writes import write_dataset_name
from graphsvc.ingest.formats import NAMES, ReadOptions
from graphsvc.ingest.inputs import find_inputs
from graphsvc.ingest.load import load_files
from graphsvc.ingest.report import Report
from graphsvc.sample import (
    SAMPLE_CITATIONS,
    SAMPLE_FILE,
    SAMPLE_NAME,
    SAMPLE_PAPER,
    SAMPLE_PAPERS,
    SAMPLE_THROUGH,
)
from graphsvc.settings import read_settings, settings_with_sources
from graphsvc.terminal import LoadProgress, print_paper, print_report, say

USAGE_ERROR, OTHER_ERROR, INTERRUPTED = 2, 1, 130
READ_TIMEOUT_S = 60.0
CHECK_TIMEOUT_S = 3600.0


class Group(click.Group):
    """A group of commands that tells our errors in one line instead of a traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except BadInput as error:
            say(f"graphsvc: {error}")
            ctx.exit(USAGE_ERROR)
        except GraphsvcError as error:
            say(f"graphsvc: {error}")
            ctx.exit(INTERRUPTED if isinstance(error, Stopped) else OTHER_ERROR)


class Date(click.ParamType[datetime.date]):
    """A day, as YYYY-MM-DD."""

    name = "YYYY-MM-DD"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime.date:
        """Read the day."""
        if isinstance(value, datetime.date):
            return value
        try:
            return parse_date(value)
        except BadInput as error:
            self.fail(str(error), param, ctx)


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="graphsvc")
def main() -> None:
    """A self-hosted knowledge service over citation data: Neo4j, GraphQL and pages to read."""


@main.command()
@click.option("--host", help="Address to listen on.")
@click.option("--port", type=int, help="Port to listen on; 0 takes a free one.")
def demo(host: str | None, port: int | None) -> None:
    """Load the sample once, serve it, and print the address of a paper worth looking at."""
    settings = read_settings(host=host, port=port)
    if settings.neo4j_uri is None:
        # a store of its own, so that the sample never mixes with what a person loads
        settings = replace(settings, home=settings.home / "demo")
    listener = app.listen(settings.host, settings.port)
    with app.open_database(settings, say) as connection:
        app.prepare_store(connection, say)
        _load_sample(connection)
        if read_state(connection).built is None:
            say("Building a map of areas from the citations, once …")
            make_map(connection, [], say)
        address = _address(listener)
        if settings.neo4j_uri is None:
            say(f"\nThe demo keeps its data apart: GRAPHSVC_HOME={settings.home} lets the other commands see them.")
        say(f"\nA paper worth looking at:  {address}/papers/{quote(SAMPLE_PAPER, safe=':')}")
        say(f"Search:                    {address}/")
        say(f"GraphQL:                   {address}/graphql\n\nCtrl-C ends it.")
        app.serve(connection, settings.query_timeout_s, listener, log_level="warning")


@main.command()
@click.option("--host", help="Address to listen on.")
@click.option("--port", type=int, help="Port to listen on; 0 takes a free one.")
@click.option("--workers", type=int, help="Processes that answer: one for each core, say.")
def serve(host: str | None, port: int | None, workers: int | None) -> None:
    """Serve what is loaded: pages and GraphQL."""
    settings = read_settings(host=host, port=port, workers=workers)
    listener = app.listen(settings.host, settings.port)
    with app.open_database(settings, say) as connection:
        app.prepare_store(connection, say)
        say(f"graphsvc serves {_address(listener)}/")
        app.serve(connection, settings.query_timeout_s, listener, workers=settings.workers, log_level="info")


@main.command()
@click.argument("files", nargs=-1, type=click.Path())
@click.option("--areas", "areas_files", multiple=True, type=click.Path(), help="A file of areas, one a line.")
@click.option("--data-through", type=Date(), help="The last day the data cover.")
@click.option("--name", help="A name for the data set.")
@click.option("--format", "format_", type=click.Choice(NAMES), help="What the files hold; else each tells it itself.")
@click.option("--column", "columns", multiple=True, metavar="FIELD=COLUMN", help="Tables: the column of a field.")
@click.option("--scheme", help="Tables: the scheme of ids that are written without one.")
@click.option("--archive", help="Edge lists: the arXiv archive that their numbers belong to.")
@click.option("--dry-run", is_flag=True, help="Read and check everything, and write nothing.")
@click.option("--from-start", is_flag=True, help="Do not go on where a load of the same files was broken off.")
@click.option(
    "--report", "report_file", type=click.File("w", "utf-8", lazy=False), help="Write the report there, as JSON."
)
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON, and no progress.")
@click.option("--bulk", is_flag=True, help="Into an empty store: much faster, through Neo4j's own importer.")
@click.option(
    "--bulk-folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="With --bulk: where its files go. With a Neo4j of your own they stay there for you to import.",
)
@click.option(
    "--bulk-finish",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="Once the files of this --bulk-folder are imported: load the rest and make the indexes.",
)
@click.pass_context
def load(
    ctx: click.Context,
    files: tuple[str, ...],
    areas_files: tuple[str, ...],
    data_through: datetime.date | None,
    name: str | None,
    format_: str | None,
    columns: tuple[str, ...],
    scheme: str | None,
    archive: str | None,
    dry_run: bool,
    from_start: bool,
    report_file: TextIO | None,
    as_json: bool,
    bulk: bool,
    bulk_folder: Path | None,
    bulk_finish: Path | None,
) -> None:
    """Load FILES, folders and archives into the store; "-" is standard input. Loading the same again changes nothing;
    a load that was broken off goes on where it was.

    Ends with 0 when all was loaded, 3 when some records were refused, 4 when an input was cut short.
    """
    job = Job(files, ReadOptions(format_, _column_map(columns), scheme, archive), areas_files, name, data_through)
    if bulk_finish is not None:
        if bulk or bulk_folder or files or areas_files or data_through or name:
            raise click.UsageError("--bulk-finish goes on with what its folder says: name nothing else to load")
        report = _finish_bulk(bulk_finish)
    elif not (files or areas_files or data_through or name):
        raise click.UsageError("name a file to load, or --areas, --data-through or --name")
    elif bulk and (dry_run or from_start):
        raise click.UsageError("--bulk loads into an empty store, all or nothing: leave --dry-run and --from-start out")
    elif bulk_folder is not None and not bulk:
        raise click.UsageError("--bulk-folder is for --bulk")
    elif bulk and not (files or areas_files):
        raise click.UsageError("--bulk needs a file to load")
    else:
        find_inputs([*areas_files, *files])  # a wrong name is told before Neo4j is started for nothing
        report = (
            _load_in_bulk(job, bulk_folder, quiet=as_json) if bulk else _load(job, dry_run, from_start, quiet=as_json)
        )
    text = json.dumps(report.as_json(), ensure_ascii=False, indent=2)
    if as_json:
        click.echo(text)
    else:
        print_report(report)
    if report_file:
        report_file.write(text + "\n")
    ctx.exit(report.exit_status)


@main.command()
@click.argument("id_", metavar="ID")
@click.pass_context
def show(ctx: click.Context, id_: str) -> None:
    """Print the page of the paper ID, any identifier in any spelling."""
    wanted = normal_id(id_)
    with app.open_database(read_settings(), say) as connection:
        found = asyncio.run(_read_page(connection, wanted))
    if found is None:
        say(f"graphsvc: no paper {wanted} is loaded")
        ctx.exit(OTHER_ERROR)
    print_paper(*found)


@main.command()
@click.option("--repair", is_flag=True, help="Set wrong counts right first.")
@click.option("--fingerprint", "with_fingerprint", is_flag=True, help="Also print what two equal stores share.")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@click.pass_context
def check(ctx: click.Context, repair: bool, with_fingerprint: bool, as_json: bool) -> None:
    """Verify over the whole store that every count agrees with the citations. Ends with 1 when something is wrong."""
    with app.open_database(read_settings(), say) as connection:
        app.prepare_store(connection, say)
        if repair:
            with open_writer(connection) as writer:
                say(f"{repair_counts(writer):,} counts were wrong and are right now")
                if papers := repair_author_names(writer):
                    say(f"The search knew wrong names of authors of {papers:,} papers, and knows the right ones now")
                refresh_hubs(writer)
                refresh_areas(writer)
        findings, dataset, mark = asyncio.run(_check(connection, with_fingerprint))
    wrong = [finding for finding in findings if finding.count]
    if as_json:
        facts = {"papers": dataset.paper_count, "citations": dataset.citation_count, "fingerprint": mark}
        click.echo(json.dumps({**facts, "findings": [asdict(finding) for finding in findings]}))
    else:
        click.echo(f"{dataset.paper_count:,} papers, {dataset.citation_count:,} citations")
        for finding in findings:
            examples = f": {finding.count:,} times not, as in {', '.join(finding.examples)}" if finding.count else ""
            click.echo(f"{'WRONG' if finding.count else 'ok':>5}  {finding.promise}{examples}")
        if mark:
            click.echo(f"fingerprint {mark}")
    ctx.exit(OTHER_ERROR if wrong else 0)


main.add_command(export)
main.add_command(map_)
main.add_command(place)
main.add_command(map_)


@main.command()
def schema() -> None:
    """Print the GraphQL schema."""
    click.echo(sdl(), nl=False)


@main.command()
def settings() -> None:
    """Print every setting, its value and where it comes from; secrets are masked."""
    for variable, value, source in settings_with_sources(read_settings()):
        click.echo(f"{variable:30} {value or '(not set)':40} {source}")


@main.group()
def db() -> None:
    """Local Neo4j: start, stop, look at, wipe."""


@db.command()
def start() -> None:
    """Start local Neo4j; it runs until `db stop`."""
    server = localdb.start(_local_options(), say)
    click.echo(f"{server.uri} as {server.user}; the password is in {localdb.path(_local_options()) / 'password'}")


@db.command()
def stop() -> None:
    """Stop local Neo4j, or let it stop after the last process that uses it."""
    if not localdb.status(_local_options()).running:
        click.echo("it does not run")
    elif localdb.stop(_local_options(), say):
        click.echo("stopped")
    else:
        raise ConfigurationError("local Neo4j is still used, and stops by itself after that")


@db.command()
def status() -> None:
    """Say whether local Neo4j runs, where, and how large its store is."""
    for name, value in asdict(localdb.status(_local_options())).items():
        click.echo(f"{name:12} {'' if value is None else value}")


@db.command()
def path() -> None:
    """Print the folder of local Neo4j."""
    click.echo(localdb.path(_local_options()))


@db.command()
@click.option("--yes", is_flag=True, help="Do not ask.")
def wipe(yes: bool) -> None:
    """Remove local Neo4j's store with all that was loaded."""
    folder = localdb.path(_local_options())
    if not folder.exists():
        click.echo(f"there is nothing in {folder}")
        return
    megabytes = localdb.status(_local_options()).store_bytes // 1_000_000
    if not yes:
        click.confirm(f"Remove {folder} with everything in it, {megabytes:,} MB?", abort=True, err=True)
    localdb.wipe(_local_options(), say)


def _load(job: Job, dry_run: bool, from_start: bool, *, quiet: bool) -> Report:
    with app.open_database(read_settings(), say) as connection:
        app.prepare_store(connection, say)
        with open_writer(connection) as writer, LoadProgress(quiet=quiet) as progress:
            if job.name is not None and not dry_run:
                write_dataset_name(writer, job.name)
            try:
                return load_files(
                    writer,
                    job.files,
                    options=job.options,
                    areas_files=job.areas_files,
                    data_through=job.data_through,
                    dry_run=dry_run,
                    from_start=from_start,
                    on_progress=progress,
                    say=say,
                )
            except KeyboardInterrupt:
                raise Stopped("stopped; what was loaded stays, and the same command goes on from there") from None


def _load_in_bulk(job: Job, folder: Path | None, *, quiet: bool) -> Report:
    settings = read_settings()
    try:
        with LoadProgress(quiet=quiet) as progress:
            if settings.neo4j_uri is None:
                folder = folder or settings.home / "bulk"
                return load_into_local(app.local_options(settings), job, folder, say, progress)
            if folder is None:
                raise click.UsageError("with a Neo4j of your own, name a --bulk-folder for the files that it imports")
            with app.open_database(settings, say) as connection, open_writer(connection) as writer:
                prepared = prepare_folder(writer, job, folder, progress)
    except KeyboardInterrupt:
        raise Stopped("stopped; nothing was loaded") from None
    if prepared.arguments:
        command = import_command(prepared, settings.neo4j_database or "neo4j")
        say(f"The files are in {folder}. Stop Neo4j, run this on its machine, and start it again:\n\n{command}\n")
    say(
        f"Then run this, which makes the indexes and loads {prepared.rest:,} records over Bolt:\n\n"
        f"graphsvc load --bulk-finish {shlex.quote(str(folder))}\n"
    )
    return prepared.report


def _finish_bulk(folder: Path) -> Report:
    prepared = read_note(folder)
    with app.open_database(read_settings(), say) as connection:
        app.prepare_store(connection, say)
        with open_writer(connection) as writer:
            return finish(writer, prepared, say)


def _column_map(columns: tuple[str, ...]) -> dict[str, str]:
    pairs = [column.partition("=") for column in columns]
    for field, equals, column in pairs:
        if not (field and equals and column):
            raise click.BadParameter("write --column id=paper_id: a field of a record, and the table's column for it")
    return {field: column for field, _, column in pairs}


def _local_options() -> localdb.LocalOptions:
    return app.local_options(read_settings())


def _address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _load_sample(connection: Connection) -> None:
    dataset = asyncio.run(_read_dataset(connection))
    if dataset.paper_count and dataset.name != SAMPLE_NAME:
        raise ConfigurationError(
            f"the store that GRAPHSVC_NEO4J_URI names holds {dataset.name!r}: the demo wants an empty one; "
            "`graphsvc serve` serves what is there"
        )
    if (dataset.paper_count, dataset.citation_count) == (SAMPLE_PAPERS, SAMPLE_CITATIONS):
        return
    say(f"Loading the sample, once: {SAMPLE_PAPERS:,} papers and their citations …")
    with open_writer(connection) as writer, LoadProgress() as progress:
        write_dataset_name(writer, SAMPLE_NAME)
        report = load_files(writer, [str(SAMPLE_FILE)], data_through=SAMPLE_THROUGH, on_progress=progress)
    print_report(report)


async def _read_dataset(connection: Connection) -> Dataset:
    async with open_reader(connection, READ_TIMEOUT_S) as reader:
        return await read_dataset(reader)


async def _read_page(connection: Connection, id_: str) -> tuple[Paper, PaperList, PaperList, Dataset] | None:
    citers = ListRequest(ListKind.CITERS, page=Page(DEFAULT_PAGE_SIZE), wants_years=True, areas_first=5)
    references = ListRequest(ListKind.REFERENCES, page=Page(DEFAULT_PAGE_SIZE))
    wants = PaperWants(abstract=True, identifiers=True, areas=True, authors_to=10)
    async with open_reader(connection, READ_TIMEOUT_S) as reader:
        found = (await read_papers(reader, [id_], wants, [citers, references]))[0]
        if found is None:
            return None
        return found.paper, found.lists[0], found.lists[1], await read_dataset(reader)


async def _check(connection: Connection, with_fingerprint: bool) -> tuple[list[Finding], Dataset, str | None]:
    async with open_reader(connection, CHECK_TIMEOUT_S) as reader:
        findings = await check_store(reader)
        return findings, await read_dataset(reader), await fingerprint(reader) if with_fingerprint else None
