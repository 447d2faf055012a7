// The queries of the session screens, with a real database and the real gate.
import { ensureProject } from '@subtext/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from './index.ts';
import { openOwner, type Owner } from '../testing/owner.ts';

let owner: Owner;
let caller: Caller;

const project = 'default';
const all = { project, q: '', range: 'all' };

beforeAll(async () => {
  owner = await openOwner();
  caller = await owner.caller();
  await ensureProject(owner.database.sql, { slug: 'foreign', name: 'Foreign' });
  // 120 turns, a minute apart, two in each of 60 sessions; the foreign project has the same sessions.
  await owner.database.sql`
    insert into traces (project_id, trace_id, day, asked, session_id, started_at, ended_at, error_count, input_cost)
    select id, decode(lpad(to_hex(i), 32, '0'), 'hex'), current_date, slug || ' ' || i, 's' || i % 60,
      now() - i * interval '1 minute', now() - i * interval '1 minute', (i % 60 = 3)::int, 5
    from projects, generate_series(1, 120) i`;
});
afterAll(() => owner.close());

describe('the list', () => {
  it('comes in pages that neither lose nor repeat a session', async () => {
    const first = await caller.sessions.list(all);
    const second = await caller.sessions.list({ ...all, cursor: first.next });
    expect([first.sessions.length, second.sessions.length, second.next]).toEqual([50, 10, null]);
    expect(new Set([...first.sessions, ...second.sessions].map(({ id }) => id)).size).toBe(60);
    expect(first.sessions[0]).toMatchObject({ id: 's1', turns: 2, costs: { input: 10n } });
  });

  it('is filtered by turns, and counted', async () => {
    expect((await caller.sessions.list({ ...all, q: 'status:error' })).sessions.map(({ id }) => id)).toEqual(['s3']);
    expect(await caller.sessions.totals({ ...all, range: '1h' })).toMatchObject({ sessions: 59, capped: false });
  });

  it('says of a filter without matches what each part of it costs', async () => {
    const answer = await caller.sessions.without({ ...all, q: 'status:error "s4"', range: '24h' });
    expect(answer).toMatchObject({
      any: true,
      parts: [
        { source: 'status:error', q: '"s4"', sessions: 11 },
        { source: '"s4"', q: 'status:error', sessions: 1 },
      ],
      range: { sessions: 0 },
    });
  });
});

describe('one session', () => {
  it('has its totals and its turns, oldest first', async () => {
    expect(await caller.sessions.summary({ project, session: 's7\0' })).toMatchObject({ id: 's7', turns: 2 });
    const turns = await caller.sessions.turns({ project, session: 's7' });
    expect(turns.map(({ id }) => parseInt(id, 16))).toEqual([67, 7]);
    const [first] = await caller.sessions.texts({ project, turns: turns[0]!.id });
    expect(first).toMatchObject({ asked: 'default 67', answer: null, highlight: { thoughts: 0 } });
  });

  it('is not found when there is none', async () => {
    await expect(caller.sessions.summary({ project, session: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await caller.sessions.turns({ project, session: '__proto__' })).toEqual([]);
  });

  it('takes no more turns than fit into one request, and only ids of traces', async () => {
    const id = '0'.repeat(32);
    for (const turns of ['', 'x', `${id},`, Array.from({ length: 100 }, () => id).join(',')])
      await expect(caller.sessions.texts({ project, turns })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

it('shows nothing of a project that one is no member of', async () => {
  const foreign = { ...all, project: 'foreign', session: 's7', turns: '0'.repeat(32) };
  for (const name of ['list', 'totals', 'without', 'summary', 'turns', 'texts'] as const)
    await expect(caller.sessions[name](foreign), name).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
