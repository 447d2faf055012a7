// The text of --help, for every command. Plain JavaScript for Node 20, because bootstrap.mjs prints it before anything
// is installed.

const SYSTEM_OPTIONS = `
  --port N          port of the web UI (3000)
  --ingest-port N   port of the OTLP endpoint (4318)
  --grpc-port N     port of OTLP over gRPC (4317)
  --data DIR        directory of database, logs and secrets (.subtext)
  --no-seed         do not run the example agents when the database is empty

Environment
  DATABASE_URL      your own PostgreSQL instead of the included one`;

export const HELP = {
  start: `npm start [-- OPTIONS]

Installs, builds and starts Subtext: PostgreSQL, ingest (OTLP) and the web UI, on this machine only. Its last line is a
one-time sign-in link. Ctrl-C stops everything in order; a second Ctrl-C stops it at once.

Options${SYSTEM_OPTIONS}`,
  dev: `npm run dev [-- OPTIONS]

Like npm start, for work on the code: the web UI compiles what you change, and ingest restarts when its source changes.

Options${SYSTEM_OPTIONS}`,
  test: `npm test

Installs what it needs and runs everything: types, lint, format, unit and integration tests on a real PostgreSQL,
recorded provider responses where they are available, and the journeys in a real browser. The last line is
\`N passed, N failed\`.

Environment
  SUBTEXT_BROWSER   path of the Chromium or Chrome to use`,
  e2e: `npm run e2e [-- PLAYWRIGHT OPTIONS]

Builds, and runs the journeys in a real browser. Everything after -- goes to Playwright, for example a file or --headed.

Environment
  SUBTEXT_BROWSER   path of the Chromium or Chrome to use`,
  'sign-in-link': `npm run sign-in-link [-- --data DIR] [--email ADDRESS] [--remove-second-factor]

Prints a new one-time link into the Subtext that runs in this checkout: for the owner, or for the member with this
address, whose other sessions end. With --remove-second-factor the user loses the second factor and
all passkeys, and signs in without them from now on.`,
  quarantine: `npm run quarantine -- list | replay | drop [OPTIONS]

Spans and log records that could not be stored are quarantined with the reason.

  list     shows project, reason, number, bytes, and since when
  replay   reads them again with this version; what can be stored now is stored once and leaves the quarantine
  drop     deletes them; needs --project or --reason, or --all

Options
  --project SLUG   only this project
  --reason TEXT    only this reason, as list prints it
  --all            drop everything

Environment
  DATABASE_URL     the database; without it, that of the Subtext that runs in this checkout`,
  backup: `npm run backup -- FILE [OPTIONS]

Saves the whole database, as it is at one moment, in one file, while Subtext runs or when it is stopped. FILE gets its
name only when it is complete; it is a tar archive compressed with zstd, readable by its owner alone. It contains every
stored text, thoughts included. It does not contain sessions and sign-in links: after a restore all users sign in again.

  FILE              usually NAME.tar.zst; - for standard output (with npm run --silent)

Options
  --force           replace FILE, and what a killed backup has left of it
  --data DIR        data directory of the Subtext to save (.subtext)

Environment
  DATABASE_URL      your own PostgreSQL`,
  restore: `npm run restore -- FILE [OPTIONS]

Makes a database from a backup, completely or not at all: in a data directory without a database, or in the empty
database of DATABASE_URL. Every count and checksum is compared with the backup. A backup of an older version is migrated
to this one; that of a newer version is refused. Start Subtext afterwards.

  FILE              made by npm run backup; - for standard input

Options
  --check           only read FILE to its end and compare its checksums
  --data DIR        the data directory (.subtext)
  --replace         move the directory's present database into a directory beside it

Environment
  DATABASE_URL      your own PostgreSQL: a database without tables of Subtext`,
  recount: `npm run recount [-- OPTIONS]

Compares totals and rollups with a recount of the spans they are made of. Both change in the same transaction as the
spans, so you should never need this command: it proves that, and repairs tables that were changed by hand. A check blocks
nothing.

Options
  --check           only compare (the default); exit code 1 when a figure is wrong
  --repair          write the recounted figures, in one transaction for each project; ingest waits meanwhile
  --project SLUG    only this project
  --data DIR        data directory of the running Subtext (.subtext)

Environment
  DATABASE_URL      your own PostgreSQL`,
  reread: `npm run reread [-- OPTIONS]

Reprocesses stored spans with the readers of this version: spans that an older version stored become what this version
would store, and their totals and rollups change with them. Only needed after an upgrade whose notes say so. It works in
pieces, each completely or not at all, beside ingest. Reprocessing a span again changes nothing, so you can interrupt the
command and start it again. Prices stay those of the time.

Options
  --dry-run        only say how many spans would change, and which columns
  --project SLUG   only this project
  --after POSITION continue where a run stopped; the run prints it

Environment
  DATABASE_URL     the database; without it, that of the Subtext that runs in this checkout`,
  migrate: `node apps/launcher/src/main.ts migrate

Brings the database of DATABASE_URL to this version and creates the first project. npm start does this by itself; the
command is for deployments that start ingest and web on their own (docker-compose.yml).`,
};
