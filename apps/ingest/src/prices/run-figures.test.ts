/**
 * A run of Claude's Agent SDK as Logfire sends it, whose steps report only the input: from the wire, in either order,
 * to lists and costs.
 */
import { spendByCut, traceList, traceSummary } from '@subtext/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startIngest, type TestIngest } from '../testing/ingest.ts';
import { jsonSpan } from '../testing/otlp-json.ts';

let ingest: TestIngest;
beforeAll(async () => {
  ingest = await startIngest();
});
afterAll(() => ingest.close());

const attributesOf = (attributes: Record<string, string | number>) =>
  Object.entries(attributes).map(([key, of]) => ({
    key,
    value:
      typeof of === 'string'
        ? { stringValue: of }
        : Number.isInteger(of)
          ? { intValue: String(of) }
          : { doubleValue: of },
  }));

const [RUN, TOOL] = ['aa'.repeat(8), 'cc'.repeat(8)];
const MODEL = { 'gen_ai.provider.name': 'anthropic', 'gen_ai.request.model': 'claude-sonnet-4-5' };
const PARTIAL = { 'gen_ai.usage.partial.input_tokens': 900, 'gen_ai.usage.partial.output_tokens': 1 };
const SUMS = { 'gen_ai.usage.input_tokens': 1800, 'gen_ai.usage.output_tokens': 250, 'operation.cost': 0.0123 };

function spansOf(traceId: string) {
  const chat = (spanId: string) =>
    jsonSpan({
      ...{ traceId, spanId, parentSpanId: RUN, name: 'chat' },
      attributes: attributesOf({ 'gen_ai.operation.name': 'chat', ...MODEL, ...PARTIAL }),
    });
  return [
    chat('b1'.repeat(8)),
    jsonSpan({
      traceId,
      spanId: TOOL,
      parentSpanId: RUN,
      attributes: attributesOf({ 'gen_ai.operation.name': 'execute_tool' }),
    }),
    chat('b2'.repeat(8)),
    jsonSpan({
      ...{ traceId, spanId: RUN, name: 'invoke_agent' },
      attributes: attributesOf({ 'gen_ai.operation.name': 'invoke_agent', ...MODEL, ...SUMS }),
    }),
  ];
}

async function send(spans: readonly object[]) {
  const body = { resourceSpans: [{ scopeSpans: [{ scope: { name: 'logfire.claude_agent_sdk' }, spans }] }] };
  const response = await fetch(`${ingest.url}/v1/traces`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ingest.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
}

const summaryOf = async (traceId: string) =>
  (await traceSummary(ingest.database.sql, { projectId: ingest.projectId, traceId }))!;

const REPORTED = {
  ...{ generations: 2, generationsReporting: 0, generationsUnpriced: 0, runsCounted: 1, generationsInRuns: 2 },
  ...{ inputTokens: 1800n, outputTokens: 250n },
};

test('counts with the usage of the run, in either order, and once in the costs', async () => {
  const [first, last] = ['1'.repeat(32), '2'.repeat(32)];
  for (const span of spansOf(first)) await send([span]);
  await send(spansOf(last).toReversed());
  const { costs } = await summaryOf(first);
  expect(Object.values(costs).reduce((sum: bigint, part: bigint) => sum + part, 0n)).toBe(12_300_000n);
  for (const traceId of [first, last]) expect(await summaryOf(traceId)).toMatchObject({ ...REPORTED, costs });
  const range = { projectId: ingest.projectId, from: new Date('2026-01-01'), to: new Date('2027-01-01') };
  const [model] = await spendByCut(ingest.database.sql, { ...range, calls: [] }, 'model');
  expect(model).toMatchObject({ key: 'claude-sonnet-4-5', generations: 4, runsCounted: 2, inputTokens: 3600n });
  const { rows } = await traceList(ingest.database.sql, {
    ...range,
    conditions: [],
    sort: 'cost',
    limit: 9,
    after: null,
  });
  expect(rows.map(({ runsCounted, costs: listed }) => [runsCounted, listed])).toEqual([
    [1, costs],
    [1, costs],
  ]);
});

test('gives way to a call of the same run that reports its own', async () => {
  const traceId = '3'.repeat(32);
  await send(spansOf(traceId));
  const figures = { 'gen_ai.usage.input_tokens': 10, 'gen_ai.usage.output_tokens': 5 };
  const attributes = attributesOf({ 'gen_ai.operation.name': 'chat', ...MODEL, ...figures });
  await send([jsonSpan({ traceId, parentSpanId: TOOL, attributes })]);
  expect(await summaryOf(traceId)).toMatchObject({
    ...{ generations: 3, generationsUnpriced: 2, runsCounted: 0, generationsInRuns: 0 },
    ...{ inputTokens: 1810n, outputTokens: 5n },
  });
});
