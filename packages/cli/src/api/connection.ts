/**
 * Which Subtext is read, and with which key: from the environment, else from the file that `subtext login` wrote.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Failure } from '../failure.ts';
import { writePrivateJson } from '../output/private-file.ts';

export interface Connection {
  /** Without a slash at its end. */
  url: string;
  key: string;
}

export const DEFAULT_URL = 'http://localhost:3000';

export function configFile(): string {
  const { XDG_CONFIG_HOME, APPDATA } = process.env;
  const base = XDG_CONFIG_HOME ?? (process.platform === 'win32' ? APPDATA : undefined) ?? join(homedir(), '.config');
  return join(base, 'subtext', 'config.json');
}

export async function findConnection(): Promise<Connection> {
  const { SUBTEXT_WEB_URL, SUBTEXT_URL, SUBTEXT_READ_KEY, SUBTEXT_API_KEY } = process.env;
  const stored = await storedConnection();
  const url = SUBTEXT_WEB_URL ?? SUBTEXT_URL ?? stored?.url ?? DEFAULT_URL;
  const key = SUBTEXT_READ_KEY ?? SUBTEXT_API_KEY ?? stored?.key;
  if (key === undefined)
    throw new Failure('There is no key to read with: run "subtext login", or set SUBTEXT_URL and SUBTEXT_API_KEY.');
  return { url: siteUrl(url), key };
}

/** @throws Failure for what is no address. */
export function siteUrl(text: string): string {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new Failure(`"${text}" is no address of a Subtext: it must begin with http:// or https://.`);
  return text.replace(/\/+$/, '');
}

async function storedConnection(): Promise<Connection | undefined> {
  const file = configFile();
  try {
    const { url, key } = JSON.parse(await readFile(file, 'utf8')) as Partial<Connection>;
    if (typeof url === 'string' && typeof key === 'string') return { url, key };
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
  }
  throw new Failure(`${file} cannot be read: run "subtext login" to write it again.`);
}

export async function storeConnection(connection: Connection): Promise<string> {
  const file = configFile();
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writePrivateJson(file, connection);
  return file;
}
