// subtext login: asks for the address and a key, checks both, and stores them.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { DEFAULT_URL, storeConnection, webUrl } from '../api/connection.ts';
import { read, type Page } from '../api/read.ts';
import { Failure } from '../failure.ts';
import { writeDim, writeLine } from '../output/output.ts';

interface Project {
  name: string;
  url: string;
}

export async function login({ url }: { url?: string }): Promise<void> {
  const given = await askConnection(url);
  const connection = { url: webUrl(given.url), key: given.key };
  const { rows } = await read<Page<Project>>(connection, 'projects');
  const file = await storeConnection(connection);
  writeLine(`Reading ${rows.map(({ name }) => name).join(', ')} at ${connection.url}.`);
  writeDim(`Stored in ${file}, which only you can read.`);
}

/** A pipe gives the key in one line, a terminal after questions; it does not show the key. */
async function askConnection(url: string | undefined): Promise<{ url: string; key: string }> {
  const isTerminal = process.stdin.isTTY === true;
  let isSecret = false;
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (isTerminal && !isSecret) process.stderr.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: isTerminal });
  try {
    const ended = new Promise<string>((resolve) => void lines.once('close', () => resolve('')));
    const ask = (question: string) => Promise.race([lines.question(question), ended]);
    const address = url ?? (isTerminal ? (await ask(`Address of Subtext (${DEFAULT_URL}): `)).trim() : '');
    process.stderr.write(isTerminal ? 'Key with the scope "read" (Settings, API keys): ' : '');
    isSecret = true;
    const key = (await ask('')).trim();
    if (isTerminal) process.stderr.write('\n');
    if (key === '') throw new Failure('No key was given: make one with the scope "read" under Settings, API keys.');
    return { url: address || DEFAULT_URL, key };
  } finally {
    lines.close();
  }
}
