/**
 * PostgreSQL refuses to run as root. When Subtext runs as root (containers, fresh machines), the server runs as the
 * system user `postgres`. This file finds or creates that user and says which directories it cannot enter. For other
 * users it does nothing.
 *
 * Plain JavaScript for Node 20 without dependencies, because the launcher uses it before anything is installed.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

const USER = 'postgres';

/** Directory for the server's files when its user cannot enter the original one. */
export const SERVER_HOME = '/var/lib/subtext';

const OTHER_OPTIONS = 'Start Subtext as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.';

/**
 * Returns the account that runs the server and owns its files; undefined = the current user. Throws a sentence for the
 * person at the terminal.
 */
export function serverAccount() {
  if (process.getuid?.() !== 0) return undefined;
  return findUser() ?? createUser();
}

function findUser() {
  try {
    return { uid: userId('-u'), gid: userId('-g') };
  } catch {
    return undefined;
  }
}

function userId(kind) {
  return Number(execFileSync('id', [kind, USER], { stdio: ['ignore', 'pipe', 'ignore'] }));
}

function createUser() {
  const parameters = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', USER];
  try {
    execFileSync('useradd', parameters, { stdio: ['ignore', 'ignore', 'pipe'] });
    return { uid: userId('-u'), gid: userId('-g') };
  } catch (error) {
    const reason = String(error.stderr || error.message).split('\n')[0];
    throw new Error(
      `PostgreSQL does not run as root, and making the user "${USER}" for it failed (${reason}). ${OTHER_OPTIONS}`,
      { cause: error },
    );
  }
}

/**
 * Returns the outermost directory on the way to `path`, including `path`, that the account cannot enter. A program run
 * as that user checks it, so that access lists and mounts count, too. Missing directories are skipped, because they
 * will be created with access.
 */
export function firstClosedDirectory(path, account) {
  const script = 'for step; do if [ -e "$step" ] && ! [ -x "$step" ]; then printf %s "$step"; exit; fi; done';
  const steps = pathSteps(path);
  const run = spawnSync('/bin/sh', ['-c', script, 'sh', ...steps], { ...account, cwd: '/', encoding: 'utf8' });
  if (run.error) throw run.error;
  return run.stdout === '' ? undefined : run.stdout;
}

function pathSteps(path) {
  const parent = dirname(path);
  return parent === path ? [path] : [...pathSteps(parent), path];
}

/**
 * Creates SERVER_HOME, or the given directory instead. Throws when the account cannot enter that one either. `closed`
 * is the original directory that it could not enter.
 */
export function makeServerHome(account, closed, home = SERVER_HOME) {
  let reason = `"${USER}" cannot enter ${home} either`;
  try {
    mkdirSync(home, { recursive: true, mode: 0o755 });
    if (firstClosedDirectory(home, account) === undefined) return home;
  } catch (error) {
    reason = `${home} cannot be made (${error.message})`;
  }
  throw new Error(
    `PostgreSQL runs as the user "${USER}", who cannot enter ${closed}, and ${reason}. Open one of them (chmod o+x ${closed}). ${OTHER_OPTIONS}`,
  );
}
