/** The price of an answer that came in a batch, from the wire to the receipt. */
import { checkSums, spanReceipt } from '@subtext/db';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startIngest, type TestIngest } from '../testing/ingest.ts';
import { jsonSpan } from '../testing/otlp-json.ts';
import { keyValues } from '../testing/otlp-logs.ts';
import { newId, sendersTo } from '../testing/send-json.ts';

let server: TestIngest;
beforeAll(async () => {
  server = await startIngest();
});
afterAll(() => server.close());

const { sendSpans } = sendersTo(() => server);

const MODELS = [
  { 'gen_ai.provider.name': 'openai', 'gen_ai.request.model': 'gpt-5.2' },
  { 'gen_ai.provider.name': 'anthropic', 'gen_ai.request.model': 'claude-sonnet-4-6' },
];

it.each(MODELS)('is half of that of the same answer: %j', async (model) => {
  const costOf = async (more: Record<string, unknown>): Promise<bigint> => {
    const ids = newId();
    const figures = { 'gen_ai.usage.input_tokens': 10_000, 'gen_ai.usage.cache_read.input_tokens': 4_000 };
    const attributes = keyValues({
      ...{ 'gen_ai.operation.name': 'chat', ...model, ...figures },
      ...{ 'gen_ai.usage.output_tokens': 700, 'gen_ai.usage.reasoning.output_tokens': 500, ...more },
    });
    await sendSpans(jsonSpan({ ...ids, attributes }));
    const receipt = await spanReceipt(server.database.sql, { projectId: server.projectId, ...ids }, ids.spanId);
    return receipt!.totalCost!;
  };
  const usual = await costOf({});
  expect(usual).toBeGreaterThan(0n);
  expect((await costOf({ 'subtext.usage.tier': 'batch' })) * 2n).toBe(usual);
  // Another tier has a price of its own, which the list does not know as such.
  expect(await costOf({ 'subtext.usage.tier': 'flexible' })).toBe(usual);
  expect(await checkSums(server.database.sql, server.projectId)).toEqual([]);
});
