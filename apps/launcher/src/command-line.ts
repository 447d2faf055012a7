// Commands, their options, and what --help says.
import { parseArgs } from 'node:util';
import { DEFAULT_DATA } from './paths.ts';
import { PORTS } from './ports.ts';
import { UserError } from './user-error.ts';

export const COMMANDS = [
  'start',
  'dev',
  'test',
  'e2e',
  'sign-in-link',
  'migrate',
  'backup',
  'restore',
  'recount',
  'reread',
  'quarantine',
] as const;
export type Command = (typeof COMMANDS)[number];

export interface CommandLine {
  command: Command;
  help: boolean;
  port: number;
  ingestPort: number;
  grpcPort: number;
  seed: boolean;
  data: string;
  /** Whom a link is for; undefined = the owner. */
  email: string | undefined;
  /** What follows the options, e.g. a file for Playwright. */
  rest: string[];
}

const SYSTEM_OPTIONS = `
  --port N          port of the web UI (3000)
  --ingest-port N   port of the OTLP endpoint (4318)
  --grpc-port N     port of OTLP over gRPC (4317)
  --data DIR        where database, logs and secrets live (.subtext)
  --no-seed         do not run the example agents when the database is empty

Environment
  DATABASE_URL      your own Postgres instead of the one that comes along`;

export const HELP: Record<Command, string> = {
  start: `npm start [-- OPTIONS]

Installs, builds and starts Subtext: Postgres, ingest (OTLP) and the web UI, on this machine only. Ends on a one-time sign-in link.
Ctrl-C stops everything in order; a second Ctrl-C at once.

Options${SYSTEM_OPTIONS}`,
  dev: `npm run dev [-- OPTIONS]

Like npm start, for work on the code: the web UI compiles what you change, ingest starts again when its source changes.

Options${SYSTEM_OPTIONS}`,
  test: `npm test

Installs what it needs and runs everything: types, lint, format, unit and integration tests on a real Postgres, recorded provider
responses where they are, and the journeys in a real browser. The last line is \`N passed, N failed\`.

Environment
  SUBTEXT_BROWSER   path of a Chromium or Chrome to use`,
  e2e: `npm run e2e [-- PLAYWRIGHT OPTIONS]

Builds, and runs the journeys in a real browser. What follows -- goes to Playwright, for example a file or --headed.

Environment
  SUBTEXT_BROWSER   path of a Chromium or Chrome to use`,
  'sign-in-link': `npm run sign-in-link [-- --data DIR] [--email ADDRESS]

Prints another one-time link into the Subtext that runs in this checkout: for the owner, or for the member with this address, whose sessions end.`,
  quarantine: `npm run quarantine -- list | replay | drop [OPTIONS]

Spans and log records that could not be stored are kept aside with the reason.

  list     what is kept: project, reason, number, bytes, and since when
  replay   reads them again with this version; what can be stored now is stored, once, and leaves quarantine
  drop     forgets them; asks for --project or --reason, or --all

Options
  --project SLUG   of one project only
  --reason TEXT    kept for this reason only, as list prints it
  --all            drop whatever is kept

Environment
  DATABASE_URL     the database; without it, that of the Subtext that runs in this checkout`,
  backup: `npm run backup -- FILE [OPTIONS]

Saves the whole database, as it is at one moment, in one file, while Subtext runs or when it is stopped. FILE has that name only when it is
complete; it is a tar archive compressed with zstd, readable by its owner alone. It holds every text that is stored, thoughts included. Sessions and
sign-in links are not in it: after a restore everybody signs in again.

  FILE              usually NAME.tar.zst; - for standard output (with npm run --silent)

Options
  --force           replace FILE, and what a killed backup has left of it
  --data DIR        of the Subtext that should be saved (.subtext)

Environment
  DATABASE_URL      your own Postgres`,
  restore: `npm run restore -- FILE [OPTIONS]

Makes a database of a backup, all of it or nothing: in a data directory that has none, or in the empty database of DATABASE_URL. Every count and checksum
is compared with what was saved. A backup of an older version is migrated to this one; that of a newer one is refused. Start Subtext afterwards.

  FILE              made by npm run backup; - for standard input

Options
  --check           only reads FILE to its end and compares its checksums
  --data DIR        the data directory (.subtext)
  --replace         sets aside the database that the directory has, in a directory beside it

Environment
  DATABASE_URL      your own Postgres: a database without tables of Subtext`,
  recount: `npm run recount [-- OPTIONS]

Compares totals and rollups with a recount of the spans they are made of. They move in the same transaction as the spans, so this command should
never be needed: it is here to show that, and for tables that somebody changed by hand. A check blocks nobody.

Options
  --check           only compare (the default); exit code 1 when a figure is wrong
  --repair          write what the spans say, in one transaction a project; nobody stores spans meanwhile
  --project SLUG    only this project
  --data DIR        of the Subtext that runs (.subtext)

Environment
  DATABASE_URL      your own Postgres`,
  reread: `npm run reread [-- OPTIONS]

Reads what is stored through the readers of this version: spans that an older one stored become what storing them now would make of them, and their
totals and rollups move along. Only after an upgrade whose notes say so. In pieces, each whole or not at all, beside ingest; what has been read
once changes nothing the second time, so it can be broken off and begun again. Prices stay those that were in force.

Options
  --dry-run        only says how many spans would change, and which columns
  --project SLUG   only this project
  --after POSITION go on where a run stopped, which prints it

Environment
  DATABASE_URL     the database; without it, that of the Subtext that runs in this checkout`,
  migrate: `node apps/launcher/src/main.ts migrate

Brings the database of DATABASE_URL to this version and makes the first project. npm start does so by itself; this is for
deployments that start ingest and web on their own (docker-compose.yml).`,
};

/** They read their own words. */
const PASSED_ON: ReadonlySet<Command> = new Set<Command>([
  'e2e',
  'backup',
  'restore',
  'recount',
  'reread',
  'quarantine',
]);

/** @throws UserError naming what is not understood. */
export function readCommandLine(words: string[]): CommandLine {
  const [command, ...parameters] = words;
  if (!isCommand(command))
    throw new UserError(`Unknown command ${command ?? '(none)'}. There are: ${COMMANDS.join(', ')}.`);
  const isPassedOn = PASSED_ON.has(command);
  const { values, positionals } = parse(
    command,
    isPassedOn ? parameters.filter((word) => word === '--help') : parameters,
  );
  return {
    command,
    help: values.help ?? false,
    port: readPort('--port', values.port ?? String(PORTS.port.usual)),
    ingestPort: readPort('--ingest-port', values['ingest-port'] ?? String(PORTS.ingestPort.usual)),
    grpcPort: readPort('--grpc-port', values['grpc-port'] ?? String(PORTS.grpcPort.usual)),
    seed: !values['no-seed'],
    data: values.data ?? DEFAULT_DATA,
    email: values.email,
    rest: isPassedOn ? parameters : positionals,
  };
}

function parse(command: Command, parameters: string[]) {
  try {
    return parseArgs({
      args: parameters,
      options: {
        help: { type: 'boolean', short: 'h' },
        port: { type: 'string' },
        'ingest-port': { type: 'string' },
        'grpc-port': { type: 'string' },
        'no-seed': { type: 'boolean' },
        data: { type: 'string' },
        email: { type: 'string' },
      },
    });
  } catch (error) {
    throw new UserError(`${(error as Error).message}\n\n${HELP[command]}`);
  }
}

function isCommand(word: string | undefined): word is Command {
  return (COMMANDS as readonly string[]).includes(word ?? '');
}

function readPort(option: string, text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new UserError(`${option} wants a port number between 1 and 65535, not ${JSON.stringify(text)}.`);
}
