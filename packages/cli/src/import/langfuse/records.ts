// The records of an export of Langfuse: of its blob storage (snake_case), of its API and of its tables (camelCase).
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip, gunzipSync } from 'node:zlib';
import { Failure } from '../../failure.ts';

/** With the names of the API. */
export type Fields = Readonly<Record<string, unknown>>;

export type LangfuseRecord = { kind: 'trace' | 'observation' | 'score'; fields: Fields };

const FILE = /\.jsonl?(?:\.gz)?$/;

export async function langfuseFiles(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new Failure(`There is nothing at ${path}.`);
  if (found.isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && FILE.test(entry.name));
  if (files.length === 0) throw new Failure(`${path} has no files that end with .jsonl or .json.`);
  return files.map(({ parentPath, name }) => join(parentPath, name)).toSorted();
}

/** `unread` counts what is no record. */
export async function* langfuseRecords(path: string, unread: { count: number }): AsyncGenerator<LangfuseRecord> {
  for await (const value of valuesIn(path, unread)) yield* recordsIn(value, unread);
}

async function* valuesIn(path: string, unread: { count: number }): AsyncGenerator<unknown> {
  const isPacked = path.endsWith('.gz');
  if (/\.json(?:\.gz)?$/.test(path)) {
    const bytes = await readFile(path);
    return yield* parsed((isPacked ? gunzipSync(bytes) : bytes).toString(), unread);
  }
  const file = createReadStream(path);
  for await (const line of createInterface({ input: isPacked ? file.pipe(createGunzip()) : file, crlfDelay: Infinity }))
    if (line.trim() !== '') yield* parsed(line, unread);
}

function* parsed(text: string, unread: { count: number }): Generator<unknown> {
  try {
    yield JSON.parse(text) as unknown;
  } catch {
    unread.count += 1;
  }
}

/** The API lists `data`, and puts observations and scores into their trace. */
function* recordsIn(value: unknown, unread: { count: number }): Generator<LangfuseRecord> {
  if (Array.isArray(value)) {
    for (const one of value) yield* recordsIn(one, unread);
    return;
  }
  const fields = camelCased(value);
  if (Array.isArray(fields.data) && fields.id === undefined) return yield* recordsIn(fields.data, unread);
  const kind = kindOf(fields);
  if (kind === undefined) return void (unread.count += 1);
  yield { kind, fields };
  for (const inside of [fields.observations, fields.scores])
    if (Array.isArray(inside))
      yield* recordsIn(
        inside.filter((one) => typeof one === 'object'),
        unread,
      );
}

function kindOf({ id, traceId, startTime, timestamp, name, value, stringValue }: Fields) {
  if (typeof id !== 'string') return undefined;
  if (typeof traceId === 'string' && startTime !== undefined) return 'observation';
  if (typeof name === 'string' && (value !== undefined || stringValue !== undefined)) return 'score';
  return timestamp === undefined ? undefined : 'trace';
}

/** Only the names of the record itself: what is in its metadata is of its user. */
function camelCased(value: unknown): Fields {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
      one,
    ]),
  );
}
