/**
 * Chooses where the embedded server's programs and data are. When it runs as another user (server-account.mjs) that
 * cannot enter the checkout, for example in root's home, the programs are copied and the data is kept below
 * SERVER_HOME. A symbolic link at the usual path points to the data.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  readFile,
  readdir,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ServerAccount, firstClosedDirectory, makeServerHome } from './server-account.mjs';

interface DirectoryOptions {
  account: ServerAccount | undefined;
  /** Used instead of SERVER_HOME. */
  home?: string;
}

/** The name of a file in a directory below SERVER_HOME that contains the path of the link that points to it. */
const LINK_FILE = 'linked-from';

/**
 * Creates `directory`, owned by the account that runs the server. Resolves to the directory itself, or to the one below
 * SERVER_HOME that it links to. Moves existing data when the account can no longer enter its directory.
 */
export async function dataDirectory(directory: string, { account, home }: DirectoryOptions): Promise<string> {
  const linked = await linkedDirectory(directory);
  if (linked !== undefined) return linked;
  await mkdir(dirname(directory), { recursive: true });
  const closed = account && firstClosedDirectory(dirname(directory), account);
  if (account === undefined || closed === undefined) {
    await mkdir(directory, { recursive: true });
    if (account !== undefined) await chown(directory, account.uid, account.gid);
    return directory;
  }
  const target = join(makeServerHome(account, closed, home), directoryName(directory));
  if (existsSync(directory)) await move(directory, target);
  else await mkdir(target);
  await chmod(target, 0o700);
  await chown(target, account.uid, account.gid);
  await writeFile(join(target, LINK_FILE), directory);
  await symlink(target, directory);
  return target;
}

/** Removes the data of a stopped server, also when it is below SERVER_HOME. */
export async function removeDataDirectory(directory: string): Promise<void> {
  const target = await readlink(directory).catch(() => undefined);
  if (target !== undefined) await rm(target, { recursive: true, force: true });
  await rm(directory, { recursive: true, force: true });
}

/**
 * Returns what `directory` links to. A checkout that was moved keeps its data. A copy of a checkout drops its link to
 * the original's data and gets its own, because two servers cannot share data.
 */
async function linkedDirectory(directory: string): Promise<string | undefined> {
  const target = await readlink(directory).catch(() => undefined);
  if (target === undefined) return undefined;
  if (!existsSync(target)) {
    throw new Error(
      `The database is in ${target}, which is not there. Bring it back, or remove the link ${directory} to begin with an empty one.`,
    );
  }
  const linkedFrom = await readFile(join(target, LINK_FILE), 'utf8').catch(() => undefined);
  if (linkedFrom === undefined || linkedFrom === directory) return target; // no file: someone made the link by hand
  if ((await readlink(linkedFrom).catch(() => undefined)) === target) {
    await rm(directory);
    return undefined;
  }
  await writeFile(join(target, LINK_FILE), directory);
  return target;
}

/** A new name that shows whose data it is: `root-subtext-subtext-postgres-1a2b3c4d`. */
function directoryName(directory: string): string {
  const words = directory.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return `${words.join('-').slice(-60)}-${randomBytes(4).toString('hex')}`;
}

/** Also works across file systems, and keeps owners and times. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyWithOwners(from, to);
    await rm(from, { recursive: true });
  }
}

async function copyWithOwners(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  for (const name of ['', ...(await readdir(from, { recursive: true }))]) {
    const { uid, gid } = await lstat(join(from, name));
    await chown(join(to, name), uid, gid);
  }
}

/**
 * Returns a directory of programs that the account can execute: `native` itself (the package's directory with bin, lib
 * and share), or a copy of it, which is made once per version. The copy appears complete or not at all.
 */
export async function programDirectory(native: string, { account, home }: DirectoryOptions): Promise<string> {
  const closed = account && firstClosedDirectory(join(native, 'bin'), account);
  if (account === undefined || closed === undefined) return native;
  const { version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8')) as { version: string };
  const target = join(makeServerHome(account, closed, home), `postgresql-${version}`);
  if (existsSync(target)) return target;
  const unfinished = `${target}.${randomBytes(4).toString('hex')}`;
  try {
    await cp(native, unfinished, { recursive: true, verbatimSymlinks: true, filter: (file) => !file.endsWith('.a') });
    await openToAll(unfinished);
    await rename(unfinished, target);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(target)) throw error; // otherwise another process was first
  }
  return target;
}

/** Makes everything readable for all users, even when it was installed with a strict umask. */
async function openToAll(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) continue;
    const { mode } = await lstat(path);
    await chmod(path, entry.isDirectory() || (mode & 0o100) !== 0 ? 0o755 : 0o644);
  }
}
