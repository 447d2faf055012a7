import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { beginIncrement, directoryTarget, finishIncrement, readIncrements, targetBelow } from './index.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'subtext-export-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const at = (time: string) => new Date(`2026-11-28T${time}:00.000Z`);

it('exports everything first, and then what changed since the one before began', async () => {
  const target = directoryTarget(directory);
  const first = await beginIncrement(target, { now: at('10:00') });
  expect(first).toMatchObject({ path: '2026-11-28T10-00-00.000Z', since: null });
  // The first one was stopped.
  expect(await beginIncrement(target, { now: at('10:30') })).toEqual(first);
  await finishIncrement(target, first, '2026-11-28T10:40:00.000Z');
  const second = await beginIncrement(target, { now: at('11:00') });
  // A quarter of an hour earlier, for what was being stored then.
  expect(second).toMatchObject({ path: '2026-11-28T11-00-00.000Z', since: '2026-11-28T09:45:00.000Z' });
  await finishIncrement(target, second, '2026-11-28T11:01:00.000Z');
  expect((await readIncrements(target))!.map(({ finished_at: finished }) => finished !== null)).toEqual([true, true]);
});

it('exports everything again on request, also when an export of changes was stopped', async () => {
  const target = directoryTarget(directory);
  const first = await beginIncrement(target, { now: at('10:00') });
  await finishIncrement(target, first, '2026-11-28T10:01:00.000Z');
  await beginIncrement(target, { now: at('11:00') });
  const full = await beginIncrement(target, { now: at('12:00'), isFull: true });
  expect(full).toMatchObject({ path: '2026-11-28T12-00-00.000Z', since: null });
  // It was stopped, too.
  expect(await beginIncrement(target, { now: at('12:10'), isFull: true })).toEqual(full);
  expect((await readIncrements(target))!.map(({ path }) => path)).toEqual([first.path, full.path]);
  await finishIncrement(target, full, '2026-11-28T12:20:00.000Z');
  expect(await beginIncrement(target, { now: at('13:00') })).toMatchObject({ since: '2026-11-28T11:45:00.000Z' });
});

it('writes below the folder of its export', async () => {
  const target = targetBelow(directoryTarget(directory), 'one');
  await target.writeText('manifest.json', '{}');
  expect(await directoryTarget(directory).readText('one/manifest.json')).toBe('{}');
});

it('does not follow a path out of its place', async () => {
  const hostile = { path: '../other', since: null, started_at: '2026-11-28T10:00:00Z', finished_at: null };
  await writeFile(join(directory, 'exports.json'), JSON.stringify({ format: 1, exports: [hostile] }));
  await expect(beginIncrement(directoryTarget(directory))).rejects.toThrow('exports.json is not the list');
});
