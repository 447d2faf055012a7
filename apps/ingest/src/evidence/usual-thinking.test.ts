import { traceFindings } from '@subtext/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startIngest, type TestIngest } from '../testing/ingest.ts';
import { orderRun, type OrderRun } from '../testing/order-run.ts';
import { checkDueTraces } from './check-due-traces.ts';
import { distributionOf } from './usual-thinking.ts';

let server: TestIngest;

beforeAll(async () => {
  server = await startIngest();
});
afterAll(() => server.close());

test('the distribution of a histogram has the largest size of its buckets', () => {
  // 90 calls without thinking, 8 of 64 to 127 tokens, 2 of 4,096 to 8,191.
  const histogram = [90, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 2];
  expect(distributionOf(histogram)).toEqual({ median: 0, p95: 127, count: 100 });
  expect(distributionOf([])).toEqual({ median: 0, p95: 0, count: 0 });
});

/** One call each, so that no run has a distribution of its own. */
const run = (thinkingTokens: number): OrderRun =>
  orderRun(
    'Please look at ord_8812.',
    [
      {
        ...{ thought: 'The state of the order is needed first.', thinkingTokens },
        calls: [{ name: 'get_order', arguments: { order_id: 'ord_8812' }, result: 'shipped' }],
      },
    ],
    { startedAt: Date.now() },
  );

async function send({ request }: OrderRun): Promise<void> {
  const response = await fetch(`${server.url}/v1/traces`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  expect(response.status).toBe(200);
}

test('a call is compared with those of its tool in other runs of the project', async () => {
  const usual = Array.from({ length: 40 }, (_, index) => run(100 + index));
  const excessive = run(6_000);
  for (const each of [...usual, excessive]) await send(each);
  await server.database.sql`UPDATE trace_evidence SET retry_at = now()`;
  await checkDueTraces(server.database.sql);
  const found = await Promise.all(
    [...usual, excessive].map(({ traceId }) =>
      traceFindings(server.database.sql, { projectId: server.projectId, traceId }, { spanIds: null, limit: 99 }),
    ),
  );
  const farAbove = found.map((findings) => findings.filter(({ checkId }) => checkId === 'far-above'));
  expect(farAbove.map(({ length }) => length)).toEqual([...usual.map(() => 0), 1]);
  expect(farAbove.at(-1)).toMatchObject([{ spanId: excessive.spanIds[0], callIndex: 0, confidence: 'certain' }]);
  expect(farAbove.at(-1)![0]!.evidence).toContainEqual({ kind: 'value', name: 'calls (the project)', value: 41 });
});
