// What the checks found as a filter of the list, counts per check, the column of the list, and sums for the costs screen.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing.ts';
import { spendByCheck, type SpendOfCheck } from '../costs/spend-by-check.ts';
import { insertTrace } from '../testing-rows.ts';
import { narrowed } from '../traces/trace-candidates.ts';
import type { TraceCondition } from '../traces/trace-conditions.ts';
import { traceFacets } from '../traces/trace-facets.ts';
import { traceList } from '../traces/trace-list.ts';
import type { TraceFilter } from '../traces/trace-list-row.ts';
import { checkSummaries } from './check-summaries.ts';

const PROJECT = '00000000-0000-4000-8000-000000000001';
const STRANGER = '00000000-0000-4000-8000-000000000002';
const NAMES = ['a', 'b', 'c', 'd', 'e'] as const;
const idOf = (name: string) => name.repeat(32);

interface TestCheck {
  trace: string;
  check: string;
  findings?: number;
  certain?: number;
  tokens?: number | null;
  cost?: string | null;
  notChecked?: number;
  project?: string;
}

const CHECKS: readonly TestCheck[] = [
  { trace: 'a', check: 'repeated', findings: 2, certain: 1, tokens: 30, cost: '700' },
  { trace: 'a', check: 'unsourced', findings: 1 },
  { trace: 'b', check: 'repeated', findings: 1, certain: 1, tokens: 5 },
  { trace: 'b', check: 'circling', notChecked: 3 },
  { trace: 'c', check: 'repeated' },
  // What thinking cost again is no fault.
  { trace: 'c', check: 'cost-of-remembering', findings: 3, certain: 3 },
  { trace: 'd', check: 'circling', findings: 4, project: STRANGER },
];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { sql } = database;
  for (const projectId of [PROJECT, STRANGER])
    for (const [day, name] of NAMES.entries())
      await insertTrace(sql, {
        ...{ projectId, traceId: idOf(name) },
        trace: { started_at: new Date(Date.UTC(2026, 10, 20 + day)) },
      });
  for (const one of CHECKS) {
    const { trace, check, findings = 0, certain = 0, tokens = null, cost = null, notChecked = 0 } = one;
    await sql`
      insert into trace_checks (project_id, trace_id, check_id, started_at, findings, certain, tokens, without_tokens, cost, without_cost, not_checked)
      select project_id, trace_id, ${check}, started_at, ${findings}, ${certain}, ${tokens}, ${tokens === null ? findings : 0},
        ${cost}::text::bigint, ${cost === null ? findings : 0}, ${notChecked}
      from traces where project_id = ${one.project ?? PROJECT} and trace_id = decode(${idOf(trace)}, 'hex')`;
  }
  await sql`
    insert into trace_evidence (project_id, trace_id, due_since, attempts, checked_at)
    select ${PROJECT}, decode(id, 'hex'), case when id like 'd%' then now() end, case when id like 'e%' then 5 else 0 end, now()
    from unnest(${['a', 'b', 'd', 'e'].map(idOf)}::text[]) as id`;
});
afterAll(() => database.drop());

const ALL = { projectId: PROJECT, from: null, to: null };
const checkIs = (value: string, negated = false): TraceCondition => ({ field: 'check', value, negated });

/** The traces that match, by the letter of their ids: as the list finds them, which the index must agree with. */
async function matching(condition: TraceCondition): Promise<string> {
  const filter: TraceFilter = { ...ALL, conditions: [condition] };
  const { rows } = await traceList(database.sql, { ...filter, sort: 'age', limit: 50, after: null });
  const { only } = await narrowed(database.sql, filter);
  const letters = (ids: readonly string[]) =>
    ids
      .map((id) => id[0])
      .sort()
      .join('');
  const found = letters(rows.map(({ id }) => id));
  expect(condition.negated || letters(only ?? []) === found, `the index finds ${letters(only ?? [])}`).toBe(true);
  return found;
}

test('a check is a condition on traces with its findings, and its negation on all others', async () => {
  expect(await matching(checkIs('repeated'))).toBe('ab');
  expect(await matching(checkIs('unsourced'))).toBe('a');
  expect(await matching(checkIs('circling'))).toBe('');
  expect(await matching(checkIs('any'))).toBe('ab');
  expect(await matching(checkIs('repeated', true))).toBe('cde');
  expect(await matching(checkIs('any', true))).toBe('cde');
});

test('checks are counted by traces with findings', async () => {
  const counts = await traceFacets(database.sql, { ...ALL, conditions: [] }, { field: 'check' });
  expect(counts.values).toEqual([
    { value: 'any', count: 2 },
    { value: 'repeated', count: 2 },
    { value: 'cost-of-remembering', count: 1 },
    { value: 'unsourced', count: 1 },
  ]);
  const some = await traceFacets(database.sql, { ...ALL, conditions: [checkIs('unsourced')] }, { field: 'check' });
  expect(some.values.map(({ count }) => count)).toEqual([1, 1, 1]);
});

test('a list knows what was found, what was not checked, and what waits', async () => {
  const found = await checkSummaries(database.sql, PROJECT, NAMES.map(idOf));
  expect(Object.fromEntries([...found].map(([id, of]) => [id[0], of]))).toEqual({
    a: {
      state: 'checked',
      found: [
        { check: 'repeated', findings: 2, certain: 1 },
        { check: 'unsourced', findings: 1, certain: 0 },
      ],
      partly: [],
    },
    b: { state: 'checked', found: [{ check: 'repeated', findings: 1, certain: 1 }], partly: ['circling'] },
    d: { state: 'due', found: [], partly: [] },
    e: { state: 'failed', found: [], partly: [] },
  });
  expect(await checkSummaries(database.sql, STRANGER, [idOf('a')])).toEqual(new Map());
});

const REPEATED: SpendOfCheck = {
  ...{ check: 'repeated', runs: 2, findings: 3, certain: 2, tokens: 35n, withoutTokens: 0 },
  ...{ cost: 700n, withoutCost: 1, capped: false },
};
const UNSOURCED: SpendOfCheck = {
  ...{ check: 'unsourced', runs: 1, findings: 1, certain: 0, tokens: null, withoutTokens: 1 },
  ...{ cost: null, withoutCost: 1, capped: false },
};
const RANGE = { projectId: PROJECT, from: new Date('2026-11-20T00:00Z'), to: new Date('2026-11-27T00:00Z') };
const checks = ['repeated', 'circling', 'unsourced'];
const spend = (conditions: TraceCondition[], given: Partial<typeof RANGE> = {}, most?: number) => {
  const range = { ...RANGE, ...given };
  return spendByCheck(database.sql, { range, traces: { ...range, conditions }, checks, ...(most && { most }) });
};

test('findings are summed by check, and what is not known of them is counted', async () => {
  expect(await spend([])).toEqual({ rows: [REPEATED, UNSOURCED], scope: null });
  const ofDay = await spend([], { from: new Date('2026-11-21T00:00Z') });
  expect(ofDay.rows).toMatchObject([{ check: 'repeated', runs: 1, cost: null, withoutCost: 1 }]);
  expect((await spend([], {}, 1)).rows).toMatchObject([
    { check: 'repeated', runs: 1, tokens: 5n, capped: true },
    { check: 'unsourced', runs: 1 },
  ]);
});

test('under a filter, findings are those of the newest traces that match', async () => {
  const { rows, scope } = await spend([checkIs('unsourced')]);
  expect(scope).toEqual({ traces: 1, capped: false });
  expect(rows.toSorted((one, other) => (one.check < other.check ? -1 : 1))).toEqual([
    { ...REPEATED, runs: 1, findings: 2, certain: 1, tokens: 30n, withoutCost: 0 },
    UNSOURCED,
  ]);
  expect((await spend([checkIs('circling')])).rows).toEqual([]);
});
