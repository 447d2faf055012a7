// `.subtext/`: what one installation keeps on disk (database, logs, secrets), and the lock that lets only one Subtext
// run on it.
import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { UserError } from './user-error.ts';

export interface DataDirectory {
  path: string;
  postgres: string;
  logs: string;
  /** Plain text of the launcher's own ingest key: the database has only its hash. */
  ingestKeyFile: string;
  authSecretFile: string;
  /** The addresses of the running system, for `npm run sign-in-link`. */
  runFile: string;
  /** True when the previous Subtext on this directory did not shut down by itself. */
  wasKilled: boolean;
  unlock(): Promise<void>;
}

/** Sockets have short names on every system (108 bytes on Linux). */
const LONGEST_SOCKET_PATH = 100;

/** Makes the directory and takes its lock. @throws UserError when another Subtext has it. */
export async function openDataDirectory(path: string): Promise<DataDirectory> {
  const directory = resolve(path);
  const logs = join(directory, 'logs');
  await mkdir(logs, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(
      `The data directory ${directory} cannot be made (${error.message}). Choose another with --data.`,
    );
  });
  // Logs contain sign-in links and error messages. The directory itself stays readable, for a PostgreSQL that runs as
  // another user.
  await chmod(logs, 0o700);
  const { server, wasKilled } = await lock(directory);
  return {
    path: directory,
    postgres: join(directory, 'postgres'),
    logs,
    ingestKeyFile: join(directory, 'ingest-key'),
    authSecretFile: join(directory, 'auth-secret'),
    runFile: runFileOf(directory),
    wasKilled,
    unlock: () => new Promise((done) => server.close(() => done())),
  };
}

export function runFileOf(path: string): string {
  return join(resolve(path), 'run.json');
}

/** A listening socket is a lock that a killed process cannot leave behind: its socket no longer accepts connections. */
async function lock(directory: string): Promise<{ server: Server; wasKilled: boolean }> {
  const path = socketPath(directory);
  for (const wasKilled of [false, true]) {
    const server = await listen(path);
    if (server !== undefined) return { server, wasKilled };
    if (wasKilled || (await answers(path))) break;
    await rm(path, { force: true });
  }
  throw new UserError(
    `Subtext already runs on ${directory}. Use it, stop it with Ctrl-C, or start another with --data, --port and --ingest-port.`,
  );
}

function socketPath(directory: string): string {
  const hash = createHash('sha256').update(directory).digest('hex').slice(0, 16);
  if (process.platform === 'win32') return `\\\\.\\pipe\\subtext-${hash}`;
  const path = join(directory, 'lock.sock');
  return path.length <= LONGEST_SOCKET_PATH ? path : join(tmpdir(), `subtext-${hash}.sock`);
}

function listen(path: string): Promise<Server | undefined> {
  return new Promise((done, fail) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? done(undefined) : fail(error),
    );
    server.listen(path, () => done(server.unref()));
  });
}

function answers(path: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(path);
    socket.once('error', () => done(false));
    socket.once('connect', () => (socket.destroy(), done(true)));
  });
}

/** The secret in `file`, created at the first call. */
export async function ensureSecret(file: string): Promise<string> {
  const stored = await readSecret(file);
  if (stored !== undefined) return stored;
  const secret = randomBytes(32).toString('hex');
  await writeSecret(file, secret);
  return secret;
}

export async function readSecret(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.trim() || undefined;
}

/** Readable by its owner only. */
export async function writeSecret(file: string, secret: string): Promise<void> {
  await writeFile(file, `${secret}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
}
