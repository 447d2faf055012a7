/**
 * PostgreSQL refuses to run as root. When we are root (containers, fresh machines), its programs run as the system user `postgres`;
 * this file finds or makes that user and says how to start a program as it. For everybody else it changes nothing.
 */
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Who owns the server's files and runs its programs; undefined ids = ourselves. */
export interface ServerAccount {
  uid?: number;
  gid?: number;
  /** A command that changes to the user and runs the rest of its words; empty = the ids are set at spawn. */
  prefix: string[];
}

const USER = 'postgres';

/** `paths`: what the server has to reach, its programs and its data. Rejects with a sentence for the person at the terminal. */
export async function serverAccount(paths: string[]): Promise<ServerAccount> {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const { uid, gid } = (await findUser()) ?? (await createUser());
  const blocked = await firstClosedDirectory(paths, { uid, gid });
  return { uid, gid, prefix: blocked === undefined ? [] : await prefixThatEnters(blocked) };
}

async function findUser() {
  try {
    const [uid, gid] = await Promise.all([execute('id', ['-u', USER]), execute('id', ['-g', USER])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

async function createUser() {
  try {
    await execute('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', USER]);
  } catch (error) {
    throw new Error(
      `PostgreSQL does not run as root, and making the user "${USER}" for it failed (${reason(error)}). ` +
        'Start Subtext as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
      { cause: error },
    );
  }
  const user = await findUser();
  if (user === undefined) throw new Error(`useradd made no user "${USER}".`);
  return user;
}

async function firstClosedDirectory(paths: string[], user: { uid: number; gid: number }): Promise<string | undefined> {
  const directories = new Set(paths.flatMap(parents));
  for (const directory of directories) {
    const { mode, uid, gid } = await stat(directory);
    const enter = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & enter) === 0) return directory;
  }
  return undefined;
}

function parents(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [...parents(parent), parent];
}

/**
 * Below a closed directory (/root, mktemp -d) the user `postgres` may not even enter. Instead of opening other people's directories we
 * let the server alone pass them: one capability, nothing else of root.
 */
async function prefixThatEnters(blocked: string): Promise<string[]> {
  for (const capability of ['+dac_read_search', '+dac_override']) {
    const prefix = ['setpriv', `--reuid=${USER}`, `--regid=${USER}`, '--clear-groups'];
    prefix.push(`--inh-caps=${capability}`, `--ambient-caps=${capability}`);
    const works = await execute('setpriv', [...prefix.slice(1), 'true']).then(
      () => true,
      () => false,
    );
    if (works) return prefix;
  }
  throw new Error(
    `PostgreSQL runs as the user "${USER}" here, and ${blocked} is closed to it. ` +
      `Open it (chmod o+x ${blocked}), put Subtext elsewhere, or start it as an ordinary user.`,
  );
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message.split('\n')[0]! : String(error);
}
