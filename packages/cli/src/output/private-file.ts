// Files with a key in them.
import { rename, writeFile } from 'node:fs/promises';

/** Only its owner can read the file, and it is never half written. */
export async function writePrivateJson(file: string, content: object): Promise<void> {
  const next = `${file}.${process.pid}`;
  await writeFile(next, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  await rename(next, file);
}
