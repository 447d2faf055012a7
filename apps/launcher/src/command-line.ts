// Commands and their options.
import { parseArgs } from 'node:util';
import { HELP } from '../preflight/help.mjs';
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
  /** The user that a link signs in; undefined = the owner. */
  email: string | undefined;
  /** The address of the user that the link signs in. */
  removesSecondFactor: boolean;
  /** The words after the options, e.g. a file for Playwright. */
  rest: string[];
}

/** These commands read their options themselves. */
const PASSED_ON: ReadonlySet<Command> = new Set<Command>([
  'e2e',
  'backup',
  'restore',
  'recount',
  'reread',
  'quarantine',
]);

/** @throws UserError that names the unknown command, option or port. */
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
    removesSecondFactor: values['remove-second-factor'] ?? false,
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
        'remove-second-factor': { type: 'boolean' },
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
