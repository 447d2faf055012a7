// What the command palette finds, with a real database and the real gate.
import { ensureProject } from '@subtext/db';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { storeMarkedTrace } from '../testing/marked-trace.ts';
import { openOwner, type Owner } from '../testing/owner.ts';
import type { Caller } from './index.ts';

const TRACE = 'abc1'.padEnd(32, '0');
const OTHER = 'abc2'.padEnd(32, '0');
const FOREIGN = 'abc3'.padEnd(32, '0');

let owner: Owner;
let caller: Caller;

beforeAll(async () => {
  owner = await openOwner();
  caller = await owner.caller();
  const { sql } = owner.database;
  const { id: project } = await ensureProject(sql, { slug: 'default', name: 'Default' });
  const { id: foreign } = await ensureProject(sql, { slug: 'foreign', name: 'Foreign' });
  await storeMarkedTrace(sql, { project, traceId: TRACE, mark: 'pelican' });
  await storeMarkedTrace(sql, { project, traceId: OTHER, mark: 'heron' });
  await storeMarkedTrace(sql, { project: foreign, traceId: FOREIGN, mark: 'pelican' });
});
afterAll(() => owner.close());

const find = (q: string) => caller.palette.find({ project: 'default', q });
const traceIds = async (q: string) => (await find(q)).traces.map(({ id }) => id);

it('finds traces by the beginning of an id, a whole id in any case, and an id within a URL', async () => {
  expect((await traceIds('abc')).length, 'too few digits for an id').toBe(0);
  expect((await traceIds('ABC1')).toSorted()).toEqual([TRACE]);
  expect(await traceIds(`http://localhost:3000/p/default/traces/${OTHER}?step=3`)).toEqual([OTHER]);
  expect(await traceIds(`00-${TRACE}-${'1'.repeat(16)}-01`)).toEqual([TRACE]);
  expect(await traceIds(FOREIGN)).toEqual([]);
});

it('finds traces by words of their input and of their thoughts, in any order, and by conditions', async () => {
  expect(await traceIds('pelican')).toEqual([TRACE]);
  expect(await traceIds('ASKEDMARK heron')).toEqual([OTHER]);
  expect(await traceIds('heron THOUGHTMARK text')).toEqual([OTHER]);
  expect((await traceIds('model:gpt-5.2')).toSorted()).toEqual([TRACE, OTHER]);
  expect(await traceIds('model:gpt-5.2 pelican')).toEqual([TRACE]);
  expect(await traceIds('nosuchfield:x')).toEqual([]);
});

it('takes the words after the first two as one phrase, because each word is a search', async () => {
  expect(await traceIds('pelican THOUGHTMARK pelican THOUGHTMARK text')).toEqual([TRACE]);
  expect(await traceIds('pelican THOUGHTMARK text THOUGHTMARK')).toEqual([]);
});

it('finds tools, models, sessions and users by a part of their name, in any case', async () => {
  expect(await find('ORDER')).toMatchObject({ tools: ['get_order'] });
  expect(await find('gpt-5')).toMatchObject({ models: ['gpt-5.2'] });
  expect((await find('sessionmark')).sessions.map(({ id }) => id)).toEqual(['SESSIONMARK']);
  expect((await find('usermark')).users.map(({ id }) => id)).toEqual(['USERMARK']);
  expect(await find('%')).toMatchObject({ tools: [], models: [], agents: [], sessions: [], users: [] });
});

it.each(['', ' ', '""', '\0'])('finds nothing by %j', async (q) => {
  const nothing = { traces: [], tools: [], models: [], agents: [], sessions: [], users: [], wordsCut: false };
  expect(await find(q)).toEqual(nothing);
});
