// subtext login: asks for the address and a key, checks both, and stores them.
import { DEFAULT_URL, storeConnection, siteUrl } from '../api/connection.ts';
import { read, type Page } from '../api/read.ts';
import { Failure } from '../failure.ts';
import { isTerminal, withQuestions } from '../input/questions.ts';
import { writeDim, writeLine } from '../output/output.ts';

interface Project {
  name: string;
  url: string;
}

export async function login({ url }: { url?: string }): Promise<void> {
  const given = await askConnection(url);
  const connection = { url: siteUrl(given.url), key: given.key };
  const { rows } = await read<Page<Project>>(connection, 'projects');
  const file = await storeConnection(connection);
  writeLine(`Reading ${rows.map(({ name }) => name).join(', ')} at ${connection.url}.`);
  writeDim(`Stored in ${file}, which only you can read.`);
}

/** A pipe gives the key in one line. */
function askConnection(url: string | undefined): Promise<{ url: string; key: string }> {
  return withQuestions(async (ask) => {
    const address = url ?? (isTerminal() ? await ask(`Address of Subtext (${DEFAULT_URL}): `) : '');
    const key = await ask('Key with the scope "read" (Settings, API keys): ', { isSecret: true });
    if (key === '') throw new Failure('No key was given: make one with the scope "read" under Settings, API keys.');
    return { url: address || DEFAULT_URL, key };
  });
}
