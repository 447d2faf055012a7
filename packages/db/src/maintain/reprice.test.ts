/**
 * A project's own prices, and repricing of stored calls: every figure is as if the price had existed when they arrived.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { costFields, costOf, costOfCalls } from '@subtext/reasoning';
import {
  findProjectPrices,
  ownPrice,
  saveProjectPrice,
  dropProjectPrice,
  type ProjectPrice,
} from '../projects/project-prices.ts';
import { ensureProject } from '../projects/projects.ts';
import { checkSums } from './recount.ts';
import { repriceStored, type RepriceCursor } from './reprice.ts';
import type { StorableSpan } from '@subtext/trace';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { storableSpan } from '../testing/storable-spans.ts';
import { stored } from '../testing/stored.ts';
import { createWriteBatch } from '../write/write-batch.ts';

let database: TestDatabase;
let projects = 0;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const newProject = async () =>
  (await ensureProject(database.sql, { slug: `reprice-${(projects += 1)}`, name: 'Reprice' })).id;

const RATES = {
  inputRate: 2_000_000_000,
  cacheReadRate: 200_000_000,
  cacheWriteRate: null,
  cacheWriteHourRate: null,
  outputRate: 10_000_000_000,
  reasoningRate: null,
};
const PRICE = { provider: 'openai', model: 'gpt-5.2', validFrom: '2026-11-01T00:00:00.000Z', ...RATES, by: null };

interface GenerationFields {
  projectId: string;
  place: number;
  model: string;
  day: number;
  tokens: { input: number; cached: number; output: number; thinking: number | null };
}

/** A generation with two calls, unpriced or at the given rates. */
function generation(
  { projectId, place, model, day, tokens }: GenerationFields,
  rates: typeof RATES | null,
): StorableSpan {
  const { input, cached, output, thinking } = tokens;
  const usage = { input, cacheRead: cached, output, ...(thinking !== null && { reasoning: thinking }) };
  const cost = costOf(usage, rates);
  const split = thinking === null ? null : { readable: 0, summary: 0, noText: thinking };
  const base = storableSpan({});
  const tokensOf = thinking === null ? [null, null] : [thinking - Math.floor(thinking / 3), Math.floor(thinking / 3)];
  const costs = costOfCalls(tokensOf, cost?.reasoning ?? null);
  return {
    ...base,
    projectId,
    traceId: (place % 7).toString(16).padStart(32, 'a'),
    span: {
      ...base.span,
      spanId: place.toString(16).padStart(16, 'b'),
      startedAt: `2026-11-${String(day).padStart(2, '0')}T10:00:00.000000Z`,
      requestModel: model,
      responseModel: null,
      inputTokens: input,
      cacheReadTokens: cached,
      outputTokens: output,
      reasoningTokens: thinking,
      readableTokens: split && 0,
      summaryTokens: split && 0,
      noTextTokens: split && thinking,
      ...costFields(cost, split),
    },
    calls: tokensOf.map((count, index) => ({
      ...base.calls[0]!,
      callId: `call_${place}_${index}`,
      thinkingState: 'withheld',
      reasoningTokens: count,
      reasoningTokensSource: count === null ? null : 'apportioned',
      reasoningCost: costs[index] ?? null,
    })),
    trace: { ...base.trace, endedAt: `2026-11-${String(day).padStart(2, '0')}T10:00:01.000000Z` },
    price: null,
  };
}

const generations = fc.array(
  fc.record({
    model: fc.constantFrom('gpt-5.2', 'gpt-5.2-2026-01-01', 'another'),
    day: fc.constantFrom(1, 9, 10, 20),
    tokens: fc
      .record({ input: fc.nat(90_000), cached: fc.nat(100), output: fc.nat(9_000), thinking: fc.option(fc.nat(8_000)) })
      .map((one) => ({ ...one, thinking: one.thinking === null ? null : Math.min(one.thinking, one.output) })),
  }),
  { minLength: 1, maxLength: 20 },
);

async function repriceAll(projectId: string, id: string): Promise<number> {
  let after: RepriceCursor | null = null;
  let repriced = 0;
  do {
    const page = await repriceStored(database.sql, { projectId, id, after, limit: 2 });
    repriced += page!.repriced;
    after = page!.next;
  } while (after);
  return repriced;
}

describe('stored calls and a price that was added later', () => {
  test('cost the same, to the nano-dollar and in every total, as with the price from the start', async () => {
    await fc.assert(
      fc.asyncProperty(generations, async (all) => {
        const [late, early] = [await newProject(), await newProject()];
        const validFrom = '2026-11-10T00:00:00.000Z';
        const isPriced = ({ model, day }: { model: string; day: number }) => model.startsWith('gpt-5.2') && day >= 10;
        const write = createWriteBatch(database.sql);
        await write(all.map((one, place) => generation({ ...one, place, projectId: late }, null)));
        await write(
          all.map((one, place) => generation({ ...one, place, projectId: early }, isPriced(one) ? RATES : null)),
        );
        const id = await saveProjectPrice(database.sql, { ...PRICE, projectId: late, validFrom });
        const repriced = await repriceAll(late, id!);
        expect(repriced).toBe(all.filter(isPriced).length);
        expect(await stored(database.sql, late)).toEqual(await stored(database.sql, early));
        expect(await checkSums(database.sql, late)).toEqual([]);
        expect(await repriceAll(late, id!)).toBe(0);
      }),
      { numRuns: 12 },
    );
  });

  test('keep a cost that the provider reported, and calls of other projects do not change', async () => {
    const [mine, others] = [await newProject(), await newProject()];
    const tokens = { input: 1000, cached: 0, output: 100, thinking: 10 };
    const one = { place: 1, model: 'gpt-5.2', day: 20, tokens };
    const own = generation({ ...one, projectId: mine }, RATES);
    await createWriteBatch(database.sql)([
      { ...own, span: { ...own.span, costSource: 'provider' } },
      generation({ ...one, projectId: others }, null),
    ]);
    const id = await saveProjectPrice(database.sql, { ...PRICE, projectId: mine, outputRate: 1 });
    const before = [await stored(database.sql, mine), await stored(database.sql, others)];
    expect(await repriceAll(mine, id!)).toBe(0);
    expect(await repriceStored(database.sql, { projectId: others, id: id!, after: null, limit: 9 })).toBeUndefined();
    expect([await stored(database.sql, mine), await stored(database.sql, others)]).toEqual(before);
  });
});

describe('a price of a project', () => {
  test('is replaced by one with the same start, listed newest first, and deleted by its own project only', async () => {
    const [projectId, another] = [await newProject(), await newProject()];
    const id = await saveProjectPrice(database.sql, { ...PRICE, projectId });
    expect(await saveProjectPrice(database.sql, { ...PRICE, projectId, inputRate: 5 })).toBe(id);
    await saveProjectPrice(database.sql, { ...PRICE, projectId, validFrom: '2026-11-02T00:00:00.000Z' });
    const { by: _by, ...price } = PRICE;
    expect(await findProjectPrices(database.sql, projectId)).toEqual([
      { ...price, id: expect.any(String) as string, validFrom: '2026-11-02T00:00:00.000Z' },
      { ...price, id, inputRate: 5 },
    ]);
    expect(await dropProjectPrice(database.sql, { projectId: another, id: id! })).toBe(false);
    expect(await dropProjectPrice(database.sql, { projectId, id: id! })).toBe(true);
  });

  const own = (changes: Partial<ProjectPrice>): ProjectPrice => ({ ...PRICE, id: '1', ...changes });
  const call = { provider: 'openai', model: 'gpt-5.2', at: new Date('2026-11-15T00:00:00Z') };

  test.each([
    ['the model itself', {}, true],
    ['a later time', { validFrom: '2026-11-15T00:00:00.001Z' }, false],
    ['another provider', { provider: 'azure.ai.openai' }, false],
    ['a model with a similar name', { model: 'gpt-5' }, false],
  ])('for %s applies: %s %s', (_, changes, holds) => {
    expect(ownPrice([own(changes)], call) !== null).toBe(holds);
  });

  test('applies to dated snapshots that have no price of their own, and the latest wins', () => {
    const dated = { ...call, model: 'gpt-5.2-2026-01-01' };
    const family = own({ inputRate: 1 });
    expect(ownPrice([family], dated)).toMatchObject({ model: dated.model, matchedModel: 'gpt-5.2', source: 'project' });
    expect(ownPrice([family, own({ model: dated.model, inputRate: 2 })], dated)?.inputRate).toBe(2);
    const later = own({ validFrom: '2026-11-14T00:00:00.000Z', inputRate: 3 });
    expect(ownPrice([family, later], call)?.inputRate).toBe(3);
  });
});
