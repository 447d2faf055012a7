/**
 * A copy of the package `postgres` in src/generated/postgres, with one fault repaired that ends or wedges a process whose database goes away:
 * version 3.4.9 writes to a socket that is already gone, which throws where nobody can catch it, and it forgets to take back a pending write,
 * after which that connection never sends again (porsager/postgres issues 1154 and 1208). A copy, so that it works however packages were
 * installed; part of `npm run build`.
 */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Old text → new text. A text that is not there any more means another version: the build stops, and this file is looked at again. */
const REPAIRS: readonly (readonly [string, string])[] = [
  [
    'const x = socket.write(chunk, fn)\n    nextWriteTimer !== null && clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n',
    'nextWriteTimer !== null && clearImmediate(nextWriteTimer)\n    nextWriteTimer = null\n' +
      "    if (socket === null) return chunk = null, error(Errors.connection('CONNECTION_CLOSED', options, socket)), false\n" +
      '    const x = socket.write(chunk, fn)\n    chunk = null\n',
  ],
  [
    'clearImmediate(nextWriteTimer)\n    if (socket) {',
    'clearImmediate(nextWriteTimer)\n    nextWriteTimer = chunk = null\n    if (socket) {',
  ],
  [
    "clearImmediate(nextWriteTimer)\n    socket.removeListener('data', data)",
    "clearImmediate(nextWriteTimer)\n    nextWriteTimer = chunk = null\n    socket.removeListener('data', data)",
  ],
];

export async function repairDriver(target: string): Promise<void> {
  const source = join(dirname(createRequire(import.meta.url).resolve('postgres')), '../../src');
  await cp(source, target, { recursive: true });
  const file = join(target, 'connection.js');
  let text = await readFile(file, 'utf8');
  for (const [old, repaired] of REPAIRS) {
    if (text.split(old).length !== 2)
      throw new Error(`The package postgres has changed: look again at ${import.meta.filename}.`);
    text = text.replace(old, () => repaired);
  }
  await writeFile(file, text);
  await writeFile(join(target, 'index.d.ts'), "export { default } from 'postgres';\n");
}
