import { traceEvidence } from '@subtext/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startIngest, type TestIngest } from '../testing/ingest.ts';
import { jsonRequest, jsonSpan } from '../testing/otlp-json.ts';
import { checkDueTraces, type CheckOutcome } from './check-due-traces.ts';

const STEPS = 10_000;
const SPANS_PER_REQUEST = 1_000;
const TRACE_ID = 'ab'.repeat(16);

let server: TestIngest;

beforeAll(async () => {
  server = await startIngest();
});
afterAll(() => server.close());

const step = (number: number) =>
  jsonSpan({
    traceId: TRACE_ID,
    startTimeUnixNano: String(1_790_000_000_000_000_000n + BigInt(number) * 1_000_000n),
    endTimeUnixNano: String(1_790_000_000_000_000_000n + BigInt(number) * 1_000_000n + 1n),
  });

test('of a trace of 10,000 steps the first 2,000 are checked, and the others count as left out', async () => {
  for (let from = 0; from < STEPS; from += SPANS_PER_REQUEST) {
    const spans = Array.from({ length: SPANS_PER_REQUEST }, (_, index) => step(from + index));
    const response = await fetch(`${server.url}/v1/traces`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(jsonRequest(spans)),
    });
    expect(response.status).toBe(200);
  }
  await server.database.sql`UPDATE trace_evidence SET retry_at = now()`;
  const outcomes: CheckOutcome[] = [];
  await checkDueTraces(server.database.sql, { onOutcome: (outcome) => outcomes.push(outcome) });
  expect(outcomes).toMatchObject([{ outcome: 'checked', traceId: TRACE_ID }]);
  expect(await traceEvidence(server.database.sql, { projectId: server.projectId, traceId: TRACE_ID })).toMatchObject({
    ...{ state: 'checked', steps: 2_000, stepsLeftOut: 8_000 },
  });
}, 120_000);
