import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { stepNotChecked } from '../../read/evidence/step-not-checked.ts';
import { traceEvidence } from '../../read/evidence/trace-evidence.ts';
import { traceFindings } from '../../read/evidence/trace-findings.ts';
import { createTestDatabase, type TestDatabase } from '../../testing.ts';
import { newProject } from '../../testing/new-project.ts';
import { storableSpan } from '../../testing/storable-spans.ts';
import { deleteTrace } from '../../write/delete-trace.ts';
import { moveTrace } from '../../write/move-trace.ts';
import { createWriteBatch } from '../../write/write-batch.ts';
import {
  claimEvidence,
  dueEvidence,
  evidenceBacklog,
  failEvidence,
  releaseEvidence,
  type ClaimedTrace,
} from './evidence-queue.ts';
import { saveEvidence, type ComputedEvidence } from './save-evidence.ts';
import { walkStoredTraces } from './walk-stored-traces.ts';

let database: TestDatabase;
let projectId: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.sql`DELETE FROM trace_evidence`;
  await database.sql`DELETE FROM traces`;
  projectId = await newProject(database.sql);
});
afterAll(() => database.drop());

const TRACE = '1'.repeat(32);
const OTHER = '2'.repeat(32);
const SPAN = 'a'.repeat(16);
const key = (traceId = TRACE) => ({ projectId, traceId });

const store = (traceId: string, spanId: string) =>
  createWriteBatch(database.sql)([{ ...storableSpan({ traceId, span: { spanId } }), projectId }]);
/** As if time had passed. */
const wait = () => database.sql`UPDATE trace_evidence SET retry_at = now() WHERE project_id = ${projectId}`;

async function claimed(traceId = TRACE): Promise<ClaimedTrace> {
  await wait();
  return (await claimEvidence(database.sql, key(traceId)))!;
}

const COMPUTED: ComputedEvidence = {
  ...{ version: 1, steps: 1, stepsLeftOut: 0, notChecked: { 'far-above': { distribution_too_small: 1 } } },
  stepsNotChecked: { reasons: [{ 'far-above': ['distribution_too_small'] }], steps: { [SPAN]: 0 } },
  checks: [
    {
      ...{ checkId: 'repeated', findings: 1, certain: 1, tokens: null, withoutTokens: 1, cost: 12, withoutCost: 0 },
      notChecked: 0,
    },
  ],
  findings: [
    {
      ...{ number: 0, checkId: 'repeated', spanId: SPAN, callIndex: 1, confidence: 'certain', tokens: null, cost: 12 },
      evidence: [],
    },
  ],
  origins: [{ spanId: SPAN, callIndex: 1, unsourced: 0, invented: 0, origins: { values: [] } }],
  billed: [{ day: '2026-11-28', model: 'm', basis: 'verbatim', steps: 1, tokens: 100, bytes: 400 }],
};

async function rowsOf(traceId: string): Promise<number[]> {
  const tables = ['trace_evidence', 'trace_checks', 'check_findings', 'call_origins', 'billed_thinking'];
  const counts = tables.map(async (table) => {
    const rows = await database.sql`SELECT FROM ${database.sql(table)}
      WHERE project_id = ${projectId} AND trace_id = decode(${traceId}, 'hex')`;
    return rows.length;
  });
  return Promise.all(counts);
}

test('a stored trace is due once it was quiet, and checked when it is saved', async () => {
  await store(TRACE, SPAN);
  expect(await dueEvidence(database.sql, 9)).toEqual([]);
  expect((await traceEvidence(database.sql, key())).state).toBe('due');
  await wait();
  expect(await dueEvidence(database.sql, 9)).toEqual([key()]);
  expect(await saveEvidence(database.sql, await claimed(), COMPUTED)).toBe(true);
  expect(await traceEvidence(database.sql, key())).toMatchObject({
    ...{ state: 'checked', steps: 1, notChecked: COMPUTED.notChecked, checks: COMPUTED.checks },
  });
  expect(await traceFindings(database.sql, key(), { spanIds: [SPAN], limit: 9 })).toEqual(COMPUTED.findings);
  expect(await traceFindings(database.sql, key(), { spanIds: ['b'.repeat(16)], limit: 9 })).toEqual([]);
  expect(await stepNotChecked(database.sql, key(), SPAN)).toEqual({ 'far-above': ['distribution_too_small'] });
  expect(await stepNotChecked(database.sql, key(), 'b'.repeat(16))).toBeUndefined();
  expect(await evidenceBacklog(database.sql)).toEqual({ due: 0, oldestSeconds: 0 });
});

test('spans that arrive while a trace is checked make it due again, and the same spans do not', async () => {
  await store(TRACE, SPAN);
  const claim = await claimed();
  await store(TRACE, 'b'.repeat(16));
  await saveEvidence(database.sql, claim, COMPUTED);
  expect((await traceEvidence(database.sql, key())).state).toBe('due');
  await saveEvidence(database.sql, await claimed(), COMPUTED);
  await store(TRACE, SPAN);
  expect((await traceEvidence(database.sql, key())).state).toBe('checked');
});

test('what was computed of an earlier revision never replaces what is of a later one', async () => {
  await store(TRACE, SPAN);
  const early = await claimed();
  await store(TRACE, 'b'.repeat(16));
  await saveEvidence(database.sql, await claimed(), COMPUTED);
  expect(await saveEvidence(database.sql, early, { ...COMPUTED, findings: [] })).toBe(false);
  expect(await rowsOf(TRACE)).toEqual([1, 1, 1, 1, 1]);
});

test('one of several processes gets a trace, and gives it back when it stops', async () => {
  await store(TRACE, SPAN);
  await wait();
  const claims = await Promise.all([1, 2, 3, 4].map(() => claimEvidence(database.sql, key())));
  const won = claims.filter((claim) => claim !== undefined);
  expect(won).toHaveLength(1);
  await releaseEvidence(database.sql, won[0]!);
  expect(await dueEvidence(database.sql, 9)).toEqual([key()]);
});

test('a trace whose checks always fail or kill the process is left after some attempts, until it changes', async () => {
  await store(TRACE, SPAN);
  for (const isLeft of [false, false, false, false, true])
    expect(await failEvidence(database.sql, await claimed(), 'RangeError')).toBe(isLeft);
  expect((await traceEvidence(database.sql, key())).state).toBe('failed');
  await store(TRACE, 'b'.repeat(16));
  expect((await traceEvidence(database.sql, key())).state).toBe('due');
  // Killed: the claim ends by itself, without a reason.
  await claimed();
  await wait();
  expect(await claimEvidence(database.sql, key())).toBeUndefined();
  expect((await traceEvidence(database.sql, key())).state).toBe('failed');
});

test('deleting a trace, or making it a part of another one, removes what was found', async () => {
  await store(TRACE, SPAN);
  const claim = await claimed();
  await saveEvidence(database.sql, claim, COMPUTED);
  await deleteTrace(database.sql, key());
  expect(await rowsOf(TRACE)).toEqual([0, 0, 0, 0, 0]);
  expect(await saveEvidence(database.sql, claim, COMPUTED)).toBe(false);
  expect(await rowsOf(TRACE)).toEqual([0, 0, 0, 0, 0]);

  await store(TRACE, SPAN);
  await store(OTHER, 'b'.repeat(16));
  await store(OTHER, 'c'.repeat(16));
  for (const traceId of [TRACE, OTHER]) await saveEvidence(database.sql, await claimed(traceId), COMPUTED);
  await database.sql.begin((transaction) => moveTrace(transaction, { projectId, traces: [TRACE, OTHER] }));
  expect(await rowsOf(TRACE)).toEqual([0, 0, 0, 0, 0]);
  expect((await traceEvidence(database.sql, key(OTHER))).state).toBe('due');
});

test('stored traces become due once for each version of the checks', async () => {
  await store(TRACE, SPAN);
  await store(OTHER, 'b'.repeat(16));
  await database.sql`UPDATE traces SET started_at = now() WHERE project_id = ${projectId}`;
  // As after a restore.
  await database.sql`DELETE FROM trace_evidence WHERE project_id = ${projectId}`;
  expect(await walkStoredTraces(database.sql, 1)).toBe(2);
  expect(await walkStoredTraces(database.sql, 1)).toBe(0);
  for (const traceId of [TRACE, OTHER]) await saveEvidence(database.sql, await claimed(traceId), COMPUTED);
  expect(await walkStoredTraces(database.sql, 2)).toBe(2);
  expect(await walkStoredTraces(database.sql, 2)).toBe(0);
});

test('projects do not see each other', async () => {
  await store(TRACE, SPAN);
  await saveEvidence(database.sql, await claimed(), COMPUTED);
  projectId = await newProject(database.sql);
  expect(await traceEvidence(database.sql, key())).toMatchObject({ state: 'none', checks: [] });
  expect(await traceFindings(database.sql, key(), { spanIds: null, limit: 9 })).toEqual([]);
  expect(await claimEvidence(database.sql, key())).toBeUndefined();
});
