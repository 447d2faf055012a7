// The queries of the search screen, with a real database and the real gate.
import { ensureProject } from '@subtext/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from './index.ts';
import { openOwner, type Owner } from '../testing/owner.ts';

let owner: Owner;
let caller: Caller;

const project = 'default';
const search = { project, q: 'schema', range: 'all', in: ['thought' as const], group: 'trace' as const };
const TRACES = 40;

/** A trace of two responses: a thought that leads to two calls, one of which fails, and then an answer. */
async function insertTrace(projectId: string, number: number, words: string): Promise<void> {
  const { sql } = owner.database;
  const [{ day }] = (await sql`select current_date::text as day`) as unknown as [{ day: string }];
  const key = { project_id: projectId, day, trace_id: Buffer.from(number.toString(16).padStart(32, '0'), 'hex') };
  const at = (second: number) => new Date(Date.now() - number * 60_000 + second * 1000);
  const id = (byte: string) => Buffer.from(byte.repeat(8), 'hex');
  const times = { started_at: at(0), ended_at: at(9) };
  await sql`insert into traces ${sql({ ...key, ...times, asked: `${words} ${number}`, step_count: 2, models: ['m'] })}`;
  const span = {
    ...key,
    kind: 'generation',
    name: 'chat',
    duration_ns: '1000000',
    status: 'unset',
    convention: 'subtext',
  };
  const paid = {
    output_tokens: 100,
    reasoning_tokens: 50,
    total_cost: 1000,
    reasoning_cost: 500,
    summary_cost: 500,
    no_text_cost: 0,
    readable_cost: 0,
    response_model: 'm',
  };
  await sql`insert into spans ${sql({ ...span, ...paid, span_id: id('01'), started_at: at(1) })}`;
  await sql`insert into spans ${sql({ ...span, span_id: id('02'), started_at: at(3) })}`;
  await sql`insert into spans ${sql({ ...span, kind: 'tool', span_id: id('03'), started_at: at(2), status: 'error' })}`;
  const call = {
    ...key,
    described_by: 'generation',
    type: 'function',
    status: 'unset',
    started_at: at(1),
    thinking_state: 'shared',
  };
  const thought = {
    thinking_state: 'summary',
    thought_count: 1,
    thought_characters: 20,
    thought_preview: `The schema has changed`,
    reasoning_tokens_source: 'apportioned',
  };
  const first = {
    ...call,
    ...thought,
    span_id: id('01'),
    call_index: 0,
    call_id: 'toolu_01x',
    tool_name: 'update_order',
  };
  const second = {
    ...call,
    span_id: id('01'),
    call_index: 1,
    call_id: 'toolu_02x',
    tool_name: 'read_file',
    reasoning_ref: 'toolu_01x',
  };
  const run = {
    ...first,
    span_id: id('03'),
    call_index: 0,
    described_by: 'execution',
    status: 'error',
    started_at: at(2),
  };
  const answer = {
    ...call,
    span_id: id('02'),
    call_index: 0,
    type: 'answer',
    tool_name: 'text_output',
    thinking_state: 'none',
    started_at: at(3),
  };
  for (const row of [first, second, run, answer]) await sql`insert into tool_calls ${sql(row)}`;
  const text = { ...key, span_id: id('01'), call_index: 0, thoughts: [`The schema has changed`] };
  await sql`insert into tool_call_texts ${sql(text)}`;
  await sql`insert into tool_call_texts ${sql({ ...text, span_id: id('03') })}`;
  await sql`insert into tool_call_texts ${sql({ ...key, span_id: id('01'), call_index: 1, arguments: '{"path":"schema.sql"}' })}`;
  await sql`insert into tool_call_texts ${sql({ ...key, span_id: id('02'), call_index: 0, arguments: 'Done with the schema.' })}`;
}

beforeAll(async () => {
  owner = await openOwner();
  caller = await owner.caller();
  const foreign = await ensureProject(owner.database.sql, { slug: 'foreign', name: 'Foreign' });
  const own = await ensureProject(owner.database.sql, { slug: project, name: 'Default' });
  for (let number = 1; number <= TRACES; number++) await insertTrace(own.id, number, 'question');
  await insertTrace(foreign.id, 1, 'secret');
});
afterAll(() => owner.close());

describe('a hit', () => {
  it('has its step, its cost, the action it led to and the next one', async () => {
    const { hits, total, terms } = await caller.search.find(search);
    expect([total, terms]).toEqual([{ hits: TRACES, traces: TRACES, capped: false, readSince: null }, ['schema']]);
    expect(hits[0]).toMatchObject({
      traceId: '1'.padStart(32, '0'),
      title: 'question 1',
      matched: ['thought'],
      texts: { thought: 'The schema has changed' },
      step: {
        label: '1a',
        model: 'm',
        state: 'summary',
        about: true,
        cost: 1000,
        action: {
          kind: 'calls',
          tools: [
            { name: 'update_order', calls: 1, outcome: 'error' },
            { name: 'read_file', calls: 1, outcome: 'open' },
          ],
        },
        next: { kind: 'answer' },
      },
    });
  });

  it('in the arguments of a call has the thought that this call shares', async () => {
    const { hits } = await caller.search.find({ ...search, in: ['args'] });
    expect(hits[0]).toMatchObject({
      tool: 'read_file',
      texts: { args: '{"path":"schema.sql"}' },
      step: { label: '1b', thought: 'The schema has changed' },
    });
  });
});

it('in a trace too long to build comes from its own response, and has no number', async () => {
  const steps = (count: number) =>
    owner.database
      .sql`update traces set step_count = ${count} where trace_id = decode(${'1'.padStart(32, '0')}, 'hex')`;
  await steps(100_000);
  const { hits } = await caller.search.find(search);
  await steps(2);
  expect(hits[0]).toMatchObject({
    step: {
      label: null,
      next: null,
      thought: 'The schema has changed',
      action: { tools: [{ name: 'update_order' }, {}] },
    },
  });
});

describe('hits', () => {
  it('come in pages that neither lose nor repeat one', async () => {
    const first = await caller.search.find(search);
    const second = await caller.search.find({ ...search, cursor: first.next });
    expect([first.hits.length, second.hits.length, second.next]).toEqual([25, 15, null]);
    expect(new Set([...first.hits, ...second.hits].map(({ traceId }) => traceId)).size).toBe(TRACES);
  });

  it('are grouped, and counted by group', async () => {
    const { hits, total } = await caller.search.find({ ...search, in: ['thought', 'args', 'answer'], group: 'tool' });
    expect(total.hits).toBe(3 * TRACES);
    expect(hits.every(({ group }) => group === hits[0]!.group)).toBe(true);
    expect(hits[0]!.inGroup).toBe(TRACES);
  });

  it('are filtered by words, by words that must not be there, and by the filters of the list', async () => {
    const count = async (q: string) => (await caller.search.find({ ...search, q })).total.hits;
    expect(await count('schema changed')).toBe(TRACES);
    expect(await count('schema -changed')).toBe(0);
    expect(await count('"schema changed"')).toBe(0);
    expect(await count('schema tool:read_file')).toBe(TRACES);
    expect(await count('schema -tool:read_file')).toBe(0);
    expect(await count('schema model:other')).toBe(0);
    expect(await count('schema\0')).toBe(TRACES);
    expect(await count('tool:read_file')).toBe(0);
    expect(await count('')).toBe(0);
  });

  it('keep to the range', async () => {
    const { total } = await caller.search.find({ ...search, range: '2020-01-01..2020-01-02' });
    expect(total).toEqual({ hits: 0, traces: 0, capped: false, readSince: null });
  });
});

it('the share of thinking with a text is given for the range', async () => {
  expect(await caller.search.coverage({ project, range: '7d' })).toMatchObject({ readable: 0n, generations: 0 });
});

it('shows nothing of a project that one is no member of', async () => {
  const refused = { code: 'NOT_FOUND' };
  await expect(caller.search.find({ ...search, project: 'foreign' })).rejects.toMatchObject(refused);
  await expect(caller.search.coverage({ project: 'foreign', range: 'all' })).rejects.toMatchObject(refused);
  const { hits } = await caller.search.find(search);
  expect(JSON.stringify(hits, (_, value: unknown) => (typeof value === 'bigint' ? '' : value))).not.toContain('secret');
});
