import { billedThinking, callOrigins, traceEvidence, traceFindings, type FindingRow } from '@subtext/db';
import type { StoredOrigins } from '@subtext/evidence';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startIngest, type TestIngest } from '../testing/ingest.ts';
import { FAULTY_RUN, orderRun, type OrderRun } from '../testing/order-run.ts';
import { checkDueTraces, type CheckOutcome } from './check-due-traces.ts';

let server: TestIngest;

beforeAll(async () => {
  server = await startIngest();
});
afterAll(() => server.close());

const INPUT = 'Please refund my order ord_8812.';

async function sent(run: OrderRun): Promise<OrderRun> {
  const response = await fetch(`${server.url}/v1/traces`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(run.request),
  });
  expect(response.status).toBe(200);
  return run;
}

const key = ({ traceId }: OrderRun) => ({ projectId: server.projectId, traceId });

async function checked(): Promise<CheckOutcome[]> {
  // As if the trace had been quiet.
  await server.database.sql`UPDATE trace_evidence SET retry_at = now()`;
  const outcomes: CheckOutcome[] = [];
  await checkDueTraces(server.database.sql, { onOutcome: (outcome) => outcomes.push(outcome) });
  return outcomes;
}

const findingsOf = (run: OrderRun) => traceFindings(server.database.sql, key(run), { spanIds: null, limit: 99 });

async function originsIn(run: OrderRun, step: number): Promise<StoredOrigins> {
  const [row] = await callOrigins(server.database.sql, key(run), [{ spanId: run.spanIds[step]!, index: 0 }]);
  return row!.origins as StoredOrigins;
}

const named = (found: readonly FindingRow[], checkId: string) => found.filter((finding) => finding.checkId === checkId);

test('planted faults are found where they are, and each value has the place that it came from', async () => {
  const run = await sent(orderRun(INPUT, FAULTY_RUN));
  expect(await checked()).toMatchObject([{ outcome: 'checked', traceId: run.traceId }]);
  const found = await findingsOf(run);
  const [, refund, , again] = run.spanIds;
  expect(named(found, 'against-thought')).toMatchObject([{ spanId: refund, callIndex: 0, confidence: 'likely' }]);
  expect(named(found, 'other-value')).toMatchObject([{ spanId: refund, callIndex: 0 }]);
  expect(named(found, 'repeated')).toMatchObject([{ spanId: again, confidence: 'certain' }]);
  expect(named(found, 'invented-identifier')).toMatchObject([
    { spanId: refund, confidence: 'certain', evidence: [{ kind: 'argument', path: ['order_id'] }] },
  ]);
  expect((await originsIn(run, 0)).values).toMatchObject([
    {
      path: ['order_id'],
      kind: 'user',
      how: 'part',
      places: [{ message: 0, part: 0, offset: 23, length: 8 }, { call: { spanId: run.spanIds[0], field: 'thought' } }],
    },
  ]);
  const { values } = await originsIn(run, 1);
  expect(values).toMatchObject([
    { path: ['order_id'], kind: 'nowhere', isUnsourced: true, isInvented: true },
    {
      ...{ path: ['customer'], kind: 'tool_result', how: 'normalized', rules: ['case'] },
      places: [{ call: { spanId: run.spanIds[0], index: 0, field: 'result' }, path: ['customer'] }],
    },
    { path: ['notify'], trivial: 'boolean' },
  ]);
  const evidence = await traceEvidence(server.database.sql, key(run));
  expect(evidence).toMatchObject({ state: 'checked', steps: 5, stepsLeftOut: 0 });
  expect(evidence.checks.find(({ checkId }) => checkId === 'repeated')).toMatchObject({ findings: 1, certain: 1 });
});

test('an identifier from nowhere is likely invented, and other values are unknown, without instructions and tools', async () => {
  const bad = { name: 'refund_order', arguments: { order_id: 'ord_9931', reason: 'late', order: 'ord_8812' } };
  const run = await sent(orderRun(INPUT, [{ calls: [bad] }], { reportsInstructions: false }));
  await checked();
  const found = await findingsOf(run);
  for (const check of ['invented-identifier', 'unsourced'])
    expect(named(found, check)).toMatchObject([
      { confidence: 'likely', evidence: [{ kind: 'argument', path: ['order_id'] }] },
    ]);
  expect(await originsIn(run, 0)).toMatchObject({
    lacksInstructions: true,
    values: [
      { path: ['order_id'], kind: 'nowhere', isInvented: true },
      { path: ['reason'], kind: 'unknown', reason: 'not reported' },
      { path: ['order'], kind: 'user' },
    ],
  });
});

test('a thought is stored by its position, and no value of an argument with its origin', async () => {
  const run = await sent(orderRun(INPUT, FAULTY_RUN));
  await checked();
  const [against] = named(await findingsOf(run), 'against-thought');
  const quote = (against!.evidence as { kind: string }[]).find(({ kind }) => kind === 'quote');
  expect(quote).toMatchObject({ spanId: run.spanIds[1], index: 0, block: 0 });
  const { from, to } = quote as unknown as { from: number; to: number };
  expect(FAULTY_RUN[1]!.thought!.slice(from, to)).toContain('must not call refund_order');
  expect(JSON.stringify(await originsIn(run, 1))).not.toMatch(/ord_9931|77ab12/i);
});

test('billed thinking is added up beside its text, only where both are known as a whole', async () => {
  const thought = 'Die Bestellung ist geprüft. '.repeat(4);
  const run = orderRun(INPUT, [
    { thought, thinkingTokens: 30, text: 'One moment.' },
    { thought, thinkingTokens: 20, text: 'Almost.' },
    { thought, text: 'No count.' },
    { thinkingTokens: 50, text: 'No thought.' },
  ]);
  await sent(run);
  await checked();
  const day = new Date(1_790_000_000_000);
  const { sql } = server.database;
  const range = { from: day, to: day, before: day, limit: 1 };
  const summed = { day: '2026-09-21', model: 'gpt-5.2', basis: 'verbatim', steps: 2, tokens: 50, bytes: 2 * 29 * 4 };
  expect(await billedThinking(sql, server.projectId, range)).toEqual({ models: ['gpt-5.2'], days: [summed] });
  // Models are those of the range, and the days before it are summed, too.
  await sql`INSERT INTO billed_thinking (project_id, trace_id, day, model, basis, steps, tokens, bytes)
    SELECT project_id, trace_id, day - 9, model, basis, 1, 1, 4 FROM billed_thinking UNION ALL
    SELECT project_id, trace_id, day, 'small', basis, 1, 49, 4 FROM billed_thinking UNION ALL
    SELECT project_id, trace_id, day - 9, 'of before', basis, 1, 99, 4 FROM billed_thinking`;
  const earlier = { ...range, before: new Date(day.getTime() - 9 * 86_400_000) };
  const found = await billedThinking(sql, server.projectId, earlier);
  expect(found.models).toEqual(['gpt-5.2']);
  expect(found.days).toEqual([{ ...summed, day: '2026-09-12', steps: 1, tokens: 1, bytes: 4 }, summed]);
  expect((await billedThinking(sql, server.projectId, { ...earlier, limit: 3 })).models).toEqual(['gpt-5.2', 'small']);
});

test('the rows are the same for every order in which the spans arrive', async () => {
  const run = orderRun(INPUT, FAULTY_RUN);
  await sent(run);
  await checked();
  const [rows, state] = [await findingsOf(run), await traceEvidence(server.database.sql, key(run))];
  await server.database.sql`DELETE FROM trace_evidence`;
  await server.database.sql`DELETE FROM evidence_walks`;
  await server.database.sql`UPDATE traces SET started_at = now()`;
  await checked();
  expect(await findingsOf(run)).toEqual(rows);
  expect({ ...(await traceEvidence(server.database.sql, key(run))), checkedAt: null }).toEqual({
    ...state,
    checkedAt: null,
  });
});

test('what the project withholds is unknown, never from nowhere', async () => {
  const [first, ...others] = FAULTY_RUN;
  const run = orderRun('[withheld: 31 characters]', [{ calls: first!.calls! }, ...others]);
  await sent(run);
  await checked();
  expect((await originsIn(run, 0)).values).toMatchObject([{ kind: 'unknown', reason: 'withheld' }]);
  expect(named(await findingsOf(run), 'unsourced')).toEqual([]);
  const { notChecked } = await traceEvidence(server.database.sql, key(run));
  expect(notChecked['invented-identifier']).toMatchObject({ context_not_stored: 3 });
});

test('a trace that cannot be read fails alone, and is tried again', async () => {
  const poisonous = await sent(orderRun(INPUT, FAULTY_RUN));
  const sound = await sent(orderRun(INPUT, FAULTY_RUN));
  await server.database
    .sql`UPDATE payloads SET bodies = '\\x28b52ffd00ff' WHERE trace_id = decode(${poisonous.traceId}, 'hex')`;
  const outcomes = await checked();
  expect(outcomes.map(({ traceId, outcome }) => [traceId, outcome]).sort()).toEqual(
    [
      [poisonous.traceId, 'failed'],
      [sound.traceId, 'checked'],
    ].sort(),
  );
  expect((await traceEvidence(server.database.sql, key(poisonous))).state).toBe('due');
  expect(await findingsOf(sound)).not.toEqual([]);
});
