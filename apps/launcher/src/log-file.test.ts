import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endOfLog, openLog, startLine } from './log-file.ts';

let directory: string;
let file: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'subtext-log-'));
  file = join(directory, 'ingest.log');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const silent = () => {};
const LIMITS = { bytes: 1_000, files: 3 };
const LINES = 20;

async function run(from: number, to: number): Promise<void> {
  const log = openLog(file, silent, LIMITS);
  for (let line = from; line < to; line += 1) log.write(`line ${line}`);
  await log.close();
}

const contentsOf = async (...names: string[]) =>
  (await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')))).join('');

it('keeps a bounded number of files, the newest lines in order, over restarts', async () => {
  for (let start = 0; start < 1_000; start += LINES) await run(start, start + LINES);
  expect((await readdir(directory)).toSorted()).toEqual(['ingest.log', 'ingest.log.1', 'ingest.log.2']);
  const lines = (await contentsOf('ingest.log.2', 'ingest.log.1', 'ingest.log')).trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(150);
  expect(lines).toEqual(lines.map((_, index) => `line ${1_000 - lines.length + index}`));
  const sizes = await Promise.all(
    (await readdir(directory)).map(async (name) => (await stat(join(directory, name))).size),
  );
  expect(Math.max(...sizes)).toBeLessThan(LIMITS.bytes + LINES * 'line 1000\n'.length);
});

it('is readable by its owner only', async () => {
  for (const start of [0, 500, 900]) await run(start, start + 300);
  const modes = await Promise.all(
    (await readdir(directory)).map(async (name) => (await stat(join(directory, name))).mode),
  );
  expect(modes.map((mode) => mode & 0o777)).toEqual([0o600, 0o600, 0o600]);
});

it('shows the last lines also when it was rotated a moment ago', async () => {
  await writeFile(`${file}.1`, 'first\nsecond\n');
  await writeFile(file, 'third\n');
  expect(await endOfLog(file)).toBe(`The end of ${file} says:\nfirst\nsecond\nthird`);
});

it('shows only the last run', async () => {
  await writeFile(file, `of yesterday\n${startLine('Ingest', 7)}\nof today\n`);
  expect(await endOfLog(file)).toBe(`The end of ${file} says:\nof today`);
});

it('reports once that it cannot be written, and continues', async () => {
  const troubles: string[] = [];
  // A directory in place of the file: not even root can write to that.
  const log = openLog(directory, (line) => troubles.push(line), LIMITS);
  log.write('first');
  await log.flush();
  log.write('second');
  await log.close();
  expect(troubles).toHaveLength(1);
  expect(troubles[0]).toContain(`${directory} cannot be written`);
});
