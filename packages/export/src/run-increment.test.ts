import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  directoryTarget,
  readIncrements,
  runIncrement,
  type ExportRow,
  type PageEnd,
  type PageSource,
} from './index.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'subtext-increment-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** One row; `during` runs while it is read. */
const source =
  (during?: () => Promise<void>): PageSource =>
  () => {
    async function* rows(): AsyncGenerator<ExportRow[], PageEnd, undefined> {
      await during?.();
      yield [{ table: 'traces', day: '2026-11-28', json: '{"trace_id":"1"}' }];
      return { stored: { traces: 1 }, next: null };
    }
    return Promise.resolve({ schema: { traces: { trace_id: 'text' } }, project: 'shop', rows: rows() });
  };

const work = (during?: () => Promise<void>) => ({
  ...{ target: directoryTarget(directory), format: 'jsonl' as const, sourceSince: () => source(during) },
});

it('refuses a second export to the directory that one is writing to', async () => {
  let second: unknown;
  await runIncrement(work(async () => (second = await runIncrement(work()).catch((error: unknown) => error)) as never));
  expect(String(second)).toContain('Another export writes to this place');
  expect(await readIncrements(directoryTarget(directory))).toHaveLength(1);
  await runIncrement(work());
});

it('finishes an export that was killed between its manifest and the list of exports', async () => {
  const { increment, manifest } = await runIncrement(work());
  const path = join(directory, 'exports.json');
  const list = await readFile(path, 'utf8');
  await writeFile(path, list.replace(/"finished_at": "[^"]+"/, '"finished_at": null'));
  expect(await runIncrement(work())).toEqual({ increment: { ...increment, finished_at: null }, manifest });
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(JSON.parse(list));
});
