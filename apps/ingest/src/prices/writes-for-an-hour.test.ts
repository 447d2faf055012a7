/** 1-hour cache writes from the wire to the receipt: separate tokens, rates and costs, also when not reported. */
import {
  checkSums,
  createWriteBatch,
  ensureProject,
  findProjectPrices,
  repriceStored,
  reprocessStored,
  saveProjectPrice,
  spanReceipt,
} from '@subtext/db';
import type { PriceRecord, StorableSpan } from '@subtext/trace';
import { costFields, costOf, type Usage } from '@subtext/reasoning';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeJson } from '../otlp/decode-json.ts';
import { prepareSpan } from '../read/read-traces.ts';
import { readerOf } from '../reread/read-stored.ts';
import { startIngest, type TestIngest } from '../testing/ingest.ts';
import { jsonRequest, jsonSpan } from '../testing/otlp-json.ts';
import { keyValues } from '../testing/otlp-logs.ts';
import { newId, sendersTo } from '../testing/send-json.ts';

let server: TestIngest;
beforeAll(async () => {
  server = await startIngest();
});
afterAll(() => server.close());

const { sendSpans } = sendersTo(() => server);

type Ids = ReturnType<typeof newId>;

/** As Anthropic's client reports it. */
const call = (ids: Ids, more: Record<string, unknown> = {}) =>
  jsonSpan({
    ...ids,
    attributes: keyValues({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'anthropic',
      'gen_ai.request.model': 'claude-sonnet-4-5',
      'gen_ai.usage.input_tokens': 10_000,
      'gen_ai.usage.cache_read.input_tokens': 500,
      'gen_ai.usage.cache_write.input_tokens': 8_500,
      'anthropic.usage.cache_creation.ephemeral_5m_input_tokens': 2_500,
      'anthropic.usage.cache_creation.ephemeral_1h_input_tokens': 6_000,
      'gen_ai.usage.output_tokens': 20,
      ...more,
    }),
  });

const HOSTED = {
  'gen_ai.provider.name': 'aws.bedrock',
  'gen_ai.request.model': 'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
};

async function receiptOf({ traceId, spanId }: Ids, projectId = server.projectId) {
  const receipt = await spanReceipt(server.database.sql, { projectId, traceId }, spanId);
  const { cacheWriteTokens, cacheWriteHourTokens, cacheWriteCost, cacheWriteHourCost, totalCost, price } = receipt!;
  const rates = price && [price.cacheWriteRate, price.cacheWriteHourRate];
  return {
    tokens: [cacheWriteTokens, cacheWriteHourTokens],
    costs: [cacheWriteCost, cacheWriteHourCost],
    total: totalCost,
    rates,
  };
}

/** 1,000 fresh at $3 a million, 500 read at $0.30, 2,500 written at $3.75 and 6,000 at $6, 20 out at $15. */
const MEANT = {
  tokens: [8_500n, 6_000n],
  costs: [45_375_000n, 36_000_000n],
  total: 48_825_000n,
  rates: [3_750_000_000n, 6_000_000_000n],
};

async function sent(more?: Record<string, unknown>) {
  const ids = newId();
  await sendSpans(call(ids, more));
  return receiptOf(ids);
}

describe('a call that wrote into a cache for an hour', () => {
  test('costs what the list says of the hour, and the receipt has both', async () => {
    expect(await sent()).toEqual(MEANT);
    expect(await checkSums(server.database.sql, server.projectId)).toEqual([]);
  });

  test('has no cost where the list knows no rate of the hour, and one where nothing stays so long', async () => {
    expect(await sent(HOSTED)).toEqual({ ...MEANT, costs: [null, null], total: null, rates: null });
    const briefly = await sent({ ...HOSTED, 'anthropic.usage.cache_creation.ephemeral_1h_input_tokens': 0 });
    expect(briefly).toMatchObject({ tokens: [8_500n, 0n], costs: [35_062_500n, 0n], rates: [4_125_000_000n, null] });
  });

  test('costs what its sender says, shared out by tokens where no rate is known', async () => {
    const reported = { ...HOSTED, 'gen_ai.usage.cost': 0.1002, 'lmnr.span.type': 'LLM' };
    expect(await sent(reported)).toMatchObject({ costs: [85_000_000n, 60_000_000n], total: 100_200_000n });
  });

  test('costs at a price of the project as any writing, until it gives the hour a rate', async () => {
    const { sql } = server.database;
    const unpriced = newId();
    await sendSpans(call(unpriced, HOSTED));
    const rates = { inputRate: 2e9, cacheReadRate: null, cacheWriteRate: 4e9, outputRate: 10e9, reasoningRate: null };
    const own = {
      projectId: server.projectId,
      provider: 'aws.bedrock',
      model: HOSTED['gen_ai.request.model'],
      ...rates,
    };
    const price = { ...own, validFrom: '2026-01-01T00:00:00.000Z', by: null };
    await saveProjectPrice(sql, { ...price, cacheWriteHourRate: null });
    const at = (hourRate: bigint, costs: bigint[]) => ({ rates: [4_000_000_000n, hourRate], costs });
    expect(await pricedBy(await findProjectPrices(sql, server.projectId))).toMatchObject(
      at(4_000_000_000n, [34_000_000n, 24_000_000n]),
    );
    const id = await saveProjectPrice(sql, { ...price, cacheWriteHourRate: 7e9 });
    const dearer = at(7_000_000_000n, [52_000_000n, 42_000_000n]);
    expect(await pricedBy(await findProjectPrices(sql, server.projectId))).toMatchObject(dearer);
    // What has been stored without a price of the hour has one then.
    await repriceStored(sql, { projectId: server.projectId, id: id!, after: null, limit: 100 });
    expect(await receiptOf(unpriced)).toMatchObject({ total: 55_200_000n, ...dearer });
    expect(await checkSums(sql, server.projectId)).toEqual([]);
  });
});

/** A stored call of a host that the list has no rate of the hour for. */
async function pricedBy(prices: Awaited<ReturnType<typeof findProjectPrices>>) {
  const ids = newId();
  await createWriteBatch(server.database.sql)(prepared({ projectId: server.projectId, prices }, call(ids, HOSTED)));
  return receiptOf(ids);
}

const isStorable = (outcome: object | undefined): outcome is StorableSpan =>
  outcome !== undefined && !('reason' in outcome);

const prepared = (home: Parameters<typeof prepareSpan>[0], span: object): StorableSpan[] =>
  decodeJson(Buffer.from(JSON.stringify(jsonRequest([span]))))
    .map((one) => prepareSpan(home, one))
    .filter(isStorable);

describe('stored before 1-hour writes were read,', () => {
  /** Rows and rates as they were: all that was written costs what stays for five minutes does. */
  function older(one: StorableSpan): StorableSpan {
    const price: PriceRecord = { ...(one.price ?? listed), cacheWriteHourRate: null };
    const usage: Usage = { input: 10_000, cacheRead: 500, cacheWrite: 8_500, output: 20 };
    const costs = costFields(costOf(usage, price), null);
    return { ...one, price, span: { ...one.span, ...costs, cacheWriteHourTokens: null } };
  }

  const listed: PriceRecord = {
    provider: 'aws.bedrock',
    model: HOSTED['gen_ai.request.model'],
    matchedModel: 'regional.anthropic.claude-sonnet-4-5-20250929-v1:0',
    source: 'genai-prices',
    asOf: '2026-01-01',
    inputRate: 3.3e9,
    cacheReadRate: 0.33e9,
    cacheWriteRate: 4.125e9,
    cacheWriteHourRate: null,
    outputRate: 16.5e9,
    reasoningRate: null,
    promptOver: null,
  };

  async function readAgain(slug: string, more: Record<string, unknown>) {
    const { sql } = server.database;
    const { id: projectId } = await ensureProject(sql, { slug, name: slug });
    const ids = newId();
    await createWriteBatch(sql)(prepared({ projectId }, call(ids, more)).map(older));
    const before = await receiptOf(ids, projectId);
    const page = { projectId, after: null, isDry: false, read: readerOf({ projectId }) };
    await reprocessStored(sql, page);
    expect((await reprocessStored(sql, page)).changed).toBe(0);
    expect(await checkSums(sql, projectId)).toEqual([]);
    return [before, await receiptOf(ids, projectId)];
  }

  test('a call read again costs what it does now', async () => {
    const [before, after] = await readAgain('listed', {});
    expect(before).toMatchObject({ tokens: [8_500n, null], costs: [31_875_000n, null], rates: [3_750_000_000n, null] });
    expect(after).toEqual(MEANT);
  });

  test('a call read again has no cost any more where the rate of the hour is not known', async () => {
    const [before, after] = await readAgain('hosted', HOSTED);
    expect(before).toMatchObject({ costs: [35_062_500n, null] });
    expect(after).toEqual({ ...MEANT, costs: [null, null], total: null, rates: null });
  });
});
