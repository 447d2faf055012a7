// The queries of the list and of one trace, with a real database and the real gate.
import { FIRST_ORGANIZATION } from '@subtext/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeSkeleton } from '../../lib/skeleton/skeleton.ts';
import { buildSteps } from '../../lib/steps/build-steps.ts';
import type { Caller } from './index.ts';
import { openOwner, type Owner } from '../testing/owner.ts';
import { OPENING_SPANS } from './trace/trace.ts';

let owner: Owner;
let caller: Caller;

const project = 'default';

beforeAll(async () => {
  owner = await openOwner();
  caller = await owner.caller();
  // 60 traces, a minute apart; every third has an error, the last ten are older than a week.
  await owner.database.sql`
    insert into traces (project_id, trace_id, day, asked, started_at, ended_at, error_count, input_cost)
    select id, decode(lpad(to_hex(i), 32, '0'), 'hex'), current_date, 'question ' || i,
      now() - i * interval '1 minute' - case when i > 50 then interval '8 days' else interval '0' end, now(), (i % 3 = 0)::int, i
    from projects, generate_series(1, 60) i where slug = ${project}`;
});
afterAll(() => owner.close());

const count = async (q: string, range = 'all') => (await caller.traces.totals({ project, q, range })).traces;

describe('deleting', () => {
  const trace = (60).toString(16).padStart(32, '0');

  it('is refused to who only looks', async () => {
    const { sql } = owner.database;
    await sql`update project_members set role = 'viewer'`;
    await expect(caller.traces.delete({ project, trace })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await sql`update project_members set role = 'owner'`;
  });

  it('takes a trace out of every list, and says of one that is gone that it is', async () => {
    await owner.database.sql`insert into traces (project_id, trace_id, day, started_at, ended_at)
      select id, decode(repeat('a', 32), 'hex'), current_date, now(), now() from projects where slug = ${project}`;
    const before = await count('');
    expect(await caller.traces.delete({ project, trace: 'a'.repeat(32) })).toEqual({ spans: 0 });
    expect(await count('')).toBe(before - 1);
    await expect(caller.traces.delete({ project, trace: 'a'.repeat(32) })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('marking', () => {
  const traces = [1, 2].map((number) => number.toString(16).padStart(32, '0'));

  it('is refused to who only looks', async () => {
    const { sql } = owner.database;
    await sql`update project_members set role = 'viewer'`;
    await expect(caller.traces.mark({ project, traces, bookmarked: true })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await sql`update project_members set role = 'owner'`;
    expect(await count('has:bookmark')).toBe(0);
  });

  it('gives tags and a bookmark to several traces, and takes them away again', async () => {
    const change = { addTags: ['checked', ' by ada '], bookmarked: true };
    expect(await caller.traces.mark({ project, traces, ...change })).toEqual({ marked: 2 });
    expect([await count('has:bookmark'), await count('tag:"by ada"')]).toEqual([2, 2]);
    await caller.traces.mark({ project, traces: traces.slice(1), removeTags: ['checked'], bookmarked: false });
    expect([await count('has:bookmark'), await count('tag:checked'), await count('tag:"by ada"')]).toEqual([1, 1, 2]);
    await caller.traces.mark({ project, traces, removeTags: ['checked', 'by ada'], bookmarked: false });
    const many = (from: number) => Array.from({ length: 20 }, (_, at) => `tag ${from + at}`);
    for (const from of [0, 20]) await caller.traces.mark({ project, traces, addTags: many(from) });
    await expect(caller.traces.mark({ project, traces, addTags: many(40) })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'A trace can have at most 50 added tags. No tag was changed.',
    });
    for (const from of [0, 20]) await caller.traces.mark({ project, traces, removeTags: many(from) });
    const gone = caller.traces.mark({ project, traces: ['e'.repeat(32)], bookmarked: true });
    await expect(gone).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the list', () => {
  it('comes in pages that neither lose nor repeat a trace', async () => {
    const first = await caller.traces.list({ project, q: '', range: 'all', sort: 'cost' });
    const second = await caller.traces.list({ project, q: '', range: 'all', sort: 'cost', cursor: first.next });
    expect([first.traces.length, second.traces.length, second.next]).toEqual([50, 10, null]);
    expect(new Set([...first.traces, ...second.traces].map((trace) => trace.id)).size).toBe(60);
  });

  it('keeps to the range, and takes one that is none for all of time', async () => {
    expect([await count('', '24h'), await count('', '30d'), await count('', 'yesterday')]).toEqual([50, 60, 60]);
  });

  it('runs what it can read of the filter, and nothing of what it cannot', async () => {
    expect(await count('status:error')).toBe(20);
    expect(await count('status:error colour:red cost:0.05')).toBe(20);
    expect(await count('"question 7\0"')).toBe(1);
  });

  it('says of a filter without matches what each part of it costs', async () => {
    const answer = await caller.traces.without({ project, q: 'status:error "question 7"', range: '24h' });
    expect(answer.parts).toMatchObject([
      { source: 'status:error', q: '"question 7"', traces: 1 },
      { source: '"question 7"', q: 'status:error', traces: 16 },
    ]);
    expect(answer.range.traces).toBe(0);
  });

  it('refuses a cursor that it never gave', async () => {
    const cursor = { value: "1'; drop table traces", id: '0'.repeat(32) };
    const asked = caller.traces.list({ project, q: '', range: 'all', sort: 'age', cursor });
    await expect(asked).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

it('its rows, its filter, its order and its table count the same steps, which are those of model calls', async () => {
  const traceId = 'f'.repeat(32);
  await owner.database.sql`
    with trace as (
      insert into traces (project_id, trace_id, day, started_at, ended_at, span_count, generation_count, step_count)
      select id, decode(${traceId}, 'hex'), current_date, now() + interval '1 second', now(), 3, 1, 1
      from projects where slug = ${project} returning project_id, trace_id, day, started_at
    ), rows (span, kind, call, described_by) as (
      values ('01', 'generation', 'c1', 'generation'), ('02', 'tool', 'c1', 'execution'), ('03', 'tool', 'c2', 'execution')
    ), stored as (
      insert into spans (project_id, day, trace_id, span_id, kind, name, started_at, duration_ns, status, convention)
      select project_id, day, trace_id, decode(repeat(span, 8), 'hex'), kind, kind, started_at, 0, 'ok', 'test' from trace, rows
    )
    insert into tool_calls (project_id, day, trace_id, span_id, call_index, described_by, type, call_id, tool_name, started_at, status, thinking_state)
    select project_id, day, trace_id, decode(repeat(span, 8), 'hex'), 0, described_by, 'function', call, 'search', started_at, 'ok', 'unreported'
    from trace, rows`;
  const { traces } = await caller.traces.list({ project, q: '', range: 'all', sort: 'age' });
  const skeleton = await caller.trace.skeleton({ project, trace: traceId });
  expect(buildSteps(decodeSkeleton(skeleton.rows)).steps).toHaveLength(2);
  expect(traces[0]).toMatchObject({ id: traceId, steps: 1 });
  expect(await caller.trace.summary({ project, trace: traceId })).toMatchObject({ steps: 1 });
  expect([await count('steps:>0'), await count('steps:>1')]).toEqual([1, 0]);
  const { csv } = await caller.traces.table({ project, q: '', range: 'all', sort: 'steps' });
  const [head, first] = csv.split('\r\n').map((line) => line.split(','));
  expect([first![0], first![head!.indexOf('steps')]]).toEqual([traceId, '1']);
  await owner.database.sql`delete from traces where trace_id = decode(${traceId}, 'hex')`;
});

describe('the list as a table', () => {
  it('is saved in pages that make one table, with the filter and the order of the list', async () => {
    const { csv, rows, next } = await caller.traces.table({ project, q: 'status:error', range: 'all', sort: 'cost' });
    const lines = csv.trimEnd().split('\r\n');
    expect([rows, next, lines.length]).toEqual([20, null, 21]);
    expect(lines[0]).toMatch(/^trace_id,started_at,.*,total_usd,/);
    expect(lines[1]).toMatch(/question 60,.*,0\.00000006,/);
  });

  it('leaves out how long a trace took that has a span without an end', async () => {
    await owner.database.sql`update traces set open_count = 2 where asked = 'question 60'`;
    const { csv } = await caller.traces.table({ project, q: 'status:error', range: 'all', sort: 'cost' });
    const cells = csv
      .split('\r\n')
      .slice(0, 3)
      .map((line) => line.split(','));
    const of = (name: string) => cells.slice(1).map((line) => line[cells[0]!.indexOf(name)]);
    const lasted = String((57 * 60 + 8 * 86_400) * 1000);
    expect(of('duration_ms')).toEqual(['', lasted]);
    expect(of('spans_without_end')).toEqual(['2', '0']);
    await owner.database.sql`update traces set open_count = 0`;
  });

  it('counts the values of a field among what the filter leaves', async () => {
    const { values, traces } = await caller.traces.facets({ project, q: '-status:ok', range: 'all', field: 'status' });
    expect([values, traces]).toEqual([[{ value: 'error', count: 20 }], 20]);
  });
});

describe('saved views', () => {
  const params = { q: 'hidden:>40%', sort: 'hidden' };

  it('are kept under their names with their author, changed and removed', async () => {
    const { id } = await caller.views.create({ project, name: ' Costly ', params });
    expect(await caller.views.list({ project })).toMatchObject([{ id, name: 'Costly', params, mine: true }]);
    await caller.views.change({ project, id, name: 'Hidden', params: { q: '' } });
    expect(await caller.views.list({ project })).toMatchObject([{ id, name: 'Hidden', params: { q: '' } }]);
    await caller.views.remove({ project, id });
    expect(await caller.views.list({ project })).toEqual([]);
    await expect(caller.views.change({ project, id, name: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('do not share a name, and are not seen or changed from another project', async () => {
    const { id } = await caller.views.create({ project, name: 'Mine', params });
    await expect(caller.views.create({ project, name: 'Mine', params })).rejects.toMatchObject({ code: 'CONFLICT' });
    const me = await owner.prisma.user.findFirstOrThrow();
    await owner.prisma.project.create({
      data: {
        ...{ slug: 'other', name: 'other', organizationId: FIRST_ORGANIZATION.id },
        members: { create: { userId: me.id, role: 'owner' } },
      },
    });
    expect(await caller.views.list({ project: 'other' })).toEqual([]);
    await expect(caller.views.remove({ project: 'other', id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('show nothing of what they do not know', async () => {
    await owner.database.sql`update saved_views set params = '{"q": 7, "view": "x"}'`;
    expect(await caller.views.list({ project })).toMatchObject([{ params: {} }]);
  });
});

describe('one trace', () => {
  const trace = '1'.padStart(32, '0');
  /** A trace with more spans than a page loads. */
  const long = 'b'.repeat(32);

  it('has its totals and its rows', async () => {
    expect(await caller.trace.summary({ project, trace })).toMatchObject({ id: trace, asked: 'question 1' });
    expect(await caller.trace.skeleton({ project, trace })).toMatchObject({ spans: 0, capped: false });
  });

  it('begins with all of it, or with its first spans and what they say', async () => {
    const { sql } = owner.database;
    const key = sql`p.id, current_date, decode(${long}, 'hex')`;
    await sql`insert into traces (project_id, day, trace_id, started_at, ended_at)
      select ${key}, now(), now() from projects p where slug = ${project}`;
    const spans = sql`projects p, generate_series(1, ${OPENING_SPANS + 2}::int) i where slug = ${project}`;
    const at = sql`decode(lpad(to_hex(i), 16, '0'), 'hex'), now() + i * interval '1 second'`;
    await sql`insert into spans (project_id, day, trace_id, span_id, started_at, kind, name, duration_ns, status, convention)
      select ${key}, ${at}, 'generation', 'chat', 1, 'ok', 'subtext' from ${spans}`;
    await sql`insert into tool_calls (project_id, day, trace_id, span_id, started_at, call_index, described_by, type, tool_name,
      status, thinking_state, thought_preview) select ${key}, ${at}, 0, 'generation', 'function', 'x', 'ok', 'full', 't' || i from ${spans}`;
    const opening = await caller.trace.opening({ project, trace: long });
    expect(opening).toMatchObject({ spans: OPENING_SPANS, capped: true });
    const texts = new Set(opening.previews.map(({ thought }) => thought));
    expect(texts).toEqual(new Set(Array.from({ length: 60 }, (_, at) => `t${at + 1}`)));
    const { previews, ...whole } = await caller.trace.opening({ project, trace });
    expect(whole).toEqual(await caller.trace.skeleton({ project, trace }));
    expect(previews).toEqual([]);
  });

  it('is made again when its version is another one, and not before', async () => {
    const { sql } = owner.database;
    const before = await caller.trace.skeleton({ project, trace: long });
    const names = async (name: string) => {
      await sql`update spans set name = ${name} where trace_id = decode(${long}, 'hex')`;
      return decodeSkeleton((await caller.trace.skeleton({ project, trace: long })).rows).spans[0]?.name;
    };
    expect(decodeSkeleton(before.rows).spans[0]?.name).toBe('chat');
    expect(await names('as no batch would')).toBe('chat');
    await sql`update traces set updated_at = now() where trace_id = decode(${long}, 'hex')`;
    expect(await names('told')).toBe('told');
  });

  it('is not found when there is none, and its missing texts are nothing rather than errors', async () => {
    const missing = 'f'.repeat(32);
    await expect(caller.trace.summary({ project, trace: missing })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const call = { project, trace, spanId: 'a'.repeat(16), index: 0 };
    expect(await caller.trace.text({ ...call, field: 'thought', block: 0, offset: 0 })).toBeNull();
    expect(await caller.trace.payload({ project, trace, spanId: call.spanId, offset: 0 })).toBeNull();
    expect(await caller.trace.previews({ project, trace, calls: `${call.spanId}.0` })).toEqual([]);
  });

  it('takes no more keys than fit into one request', async () => {
    const calls = Array.from({ length: 200 }, () => `${'a'.repeat(16)}.0`).join(',');
    await expect(caller.trace.previews({ project, trace, calls })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});
