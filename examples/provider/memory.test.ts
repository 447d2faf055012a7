import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { Memory } from './memory.ts';

it('keeps conversations beyond its process when it has a folder, and reads nothing beside it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'subtext-memory-'));
  const beside = `${folder}-beside`;
  await writeFile(beside, '["secret"]');
  new Memory<string>(folder).set('resp_1', ['asked', 'answered']);
  new Memory<string>().set('resp_2', ['asked']);
  const later = new Memory<string>(folder);
  expect(later.get('resp_1')).toEqual(['asked', 'answered']);
  expect(['resp_2', null, '', '.', `../${basename(beside)}`].map((id) => later.get(id))).toEqual(
    Array.from({ length: 5 }, () => undefined),
  );
  await Promise.all([folder, beside].map((path) => rm(path, { recursive: true })));
});
