// The file of a backup: written under another name first, so that a file with the final name is always complete.
import { constants } from 'node:fs';
import { access, type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { UserError } from '../user-error.ts';

/** Standard output or input instead of a file. */
export const STANDARD_STREAM = '-';

export interface BackupFile {
  output: Writable;
  /** The name that users see. */
  name: string;
  /**
   * Syncs the file to disk and renames it. Resolves to its size in bytes; undefined on standard output.
   */
  keep(): Promise<number | undefined>;
  /** Leaves nothing behind. */
  discard(): Promise<void>;
}

/** npm runs scripts in the root of the checkout, but a relative path refers to where the command was typed. */
export const pathFromUser = (path: string): string => resolve(process.env.INIT_CWD ?? process.cwd(), path);

/** @throws UserError when the file is there already, or cannot be written. */
export async function openBackupFile(file: string, isForced: boolean): Promise<BackupFile> {
  if (file === STANDARD_STREAM) return standardOutput();
  const path = pathFromUser(file);
  const partial = `${path}.partial`;
  await requireRoomFor(path, isForced);
  if (isForced) await rm(partial, { force: true });
  // The file has every text, and hashes of keys.
  const handle = await open(partial, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST'
      ? new UserError(
          `${partial} is there already: another backup is writing it, or one was killed. Remove it, or use --force.`,
        )
      : new UserError(`${partial} cannot be written (${error.message}). Choose another name.`);
  });
  return {
    output: handle.createWriteStream(),
    name: path,
    keep: () => keep(partial, path),
    discard: () => rm(partial, { force: true }),
  };
}

async function requireRoomFor(path: string, isForced: boolean): Promise<void> {
  const existing = await stat(path).catch(() => undefined);
  if (existing === undefined) return;
  if (!existing.isFile()) throw new UserError(`${path} is no file. Name the file that the backup should become.`);
  if (!isForced) throw new UserError(`${path} is there already. Choose another name, or replace it with --force.`);
}

async function keep(partial: string, path: string): Promise<number> {
  const size = await sync(await open(partial, 'r+'));
  await rename(partial, path);
  // The name is durable with its directory; Windows opens no directories.
  await open(dirname(path), constants.O_RDONLY).then(sync, () => undefined);
  return size;
}

async function sync(handle: FileHandle): Promise<number> {
  try {
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

function standardOutput(): BackupFile {
  if (process.stdout.isTTY)
    throw new UserError('A backup is no text: send it into a file or a program (npm run backup --silent -- - > FILE).');
  return {
    output: process.stdout,
    name: 'standard output',
    keep: () => Promise.resolve(undefined),
    discard: () => Promise.resolve(),
  };
}

/** @throws UserError when there is nothing to read. */
export async function requireReadable(path: string): Promise<void> {
  await access(path, constants.R_OK).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(
      error.code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read (${error.message}).`,
    );
  });
}
