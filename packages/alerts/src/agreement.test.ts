// The figures of rules are those of Costs: of the rollups and of the spans.
import {
  createWriteBatch,
  ensureProject,
  latencyOf,
  spendByCut,
  spendOfTraces,
  thinkingByTool,
  thinkingCoverage,
} from '@subtext/db';
import { createTestDatabase, storableSpan, type TestDatabase } from '@subtext/db/testing';
import { BLANK_CALL, percentilesOf } from '@subtext/trace';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { evaluate, HOUR_MS } from './evaluate.ts';
import { readHours } from './read-hours.ts';
import { ALERT_RULE, type AlertScope, type Metric } from './rule.ts';

const FROM = new Date('2026-11-20T10:00:00Z');
const TO = new Date('2026-11-20T13:00:00Z');

let database: TestDatabase;
let projectId: string;

interface Spent {
  cost: number;
  texts?: number;
  model?: string;
  environment?: string;
  isError?: boolean;
}

function spans() {
  const all: Spent[] = [
    { cost: 3e9, texts: 60 },
    { cost: 5e9, environment: 'production' },
    { cost: 7e9, environment: 'production', isError: true },
    { cost: 11e9, model: 'glm-4.6', environment: 'staging', texts: 20 },
  ];
  return all.map(({ cost, texts = 0, model = 'gpt-5.2', environment, isError }, index) => {
    const startedAt = `2026-11-20T1${index % 3}:30:00.000000Z`;
    const call = { ...BLANK_CALL, startedAt, toolName: 'search', reasoningTokens: 100, reasoningCost: cost / 2 };
    const ran = { ...call, describedBy: 'execution', status: 'ok', durationNs: 6e9, reasoningTokens: null } as const;
    return {
      ...storableSpan({
        traceId: String(index + 1).repeat(32),
        span: {
          ...{ spanId: String(index + 1).repeat(16), startedAt, responseModel: model, durationNs: (index + 1) * 1e9 },
          ...{ status: isError ? ('error' as const) : ('ok' as const), thinkingState: 'withheld' as const },
          ...{ inputTokens: 1_000, outputTokens: 200, reasoningTokens: 100 },
          ...{ readableTokens: texts, noTextTokens: 100 - texts },
          ...{ inputCost: cost / 2, outputCost: cost / 2, reasoningCost: cost / 2, totalCost: cost },
          ...{ readableCost: (cost / 200) * texts, noTextCost: cost / 2 - (cost / 200) * texts },
        },
        calls: [
          { ...call, thinkingState: 'withheld', reasoningTokensSource: 'reported' },
          { ...ran, reasoningCost: null, callId: null },
        ],
        trace: { ...(environment && { environment }), endedAt: startedAt },
      }),
      projectId,
    };
  });
}

beforeAll(async () => {
  database = await createTestDatabase();
  projectId = (await ensureProject(database.sql, { slug: 'p', name: 'P' })).id;
  await createWriteBatch(database.sql)(spans());
});
afterAll(() => database.drop());

async function valueIn(metric: Metric, scope: AlertScope = {}): Promise<number | null> {
  const rule = ALERT_RULE.parse({
    ...{ metric, scope, compare: 'threshold', direction: 'above', limit: 0 },
    ...{ windowHours: 3, forHours: 1, minimumCalls: 1, destinations: [] },
  });
  const hours = await readHours(database.sql, { projectId, from: FROM, to: TO }, scope);
  return evaluate(rule, hours, FROM.getTime() + 3 * HOUR_MS).value;
}

const METRICS = ['spend', 'hidden_spend', 'error_rate', 'thinking_per_call', 'tokens', 'coverage'] as const;

/** The same figures from the rows of Costs. */
function ofCosts(rows: Awaited<ReturnType<typeof spendOfTraces>>['rows']): number[] {
  const sum = (of: (row: (typeof rows)[number]) => bigint | number) =>
    rows.reduce((total, row) => total + Number(of(row)), 0);
  const hidden = sum((row) => row.summaryCost + row.noTextCost);
  const text = sum((row) => row.readableTokens + row.summaryTokens);
  return [
    (sum((row) => row.inputCost + row.answerCost + row.readableCost + row.untoldCost) + hidden) / 1e9,
    hidden / 1e9,
    (sum((row) => row.errors) / sum((row) => row.generations)) * 100,
    sum((row) => row.reasoningTokens) / sum((row) => row.generationsReporting),
    sum((row) => row.inputTokens + row.outputTokens),
    (text / sum((row) => row.readableTokens + row.summaryTokens + row.noTextTokens + row.untoldTokens)) * 100,
  ];
}

const valuesIn = (scope: AlertScope) => Promise.all(METRICS.map((metric) => valueIn(metric, scope)));

it('agrees with Costs, for all calls and for a model', async () => {
  const range = { projectId, from: FROM, to: TO };
  expect(await valuesIn({})).toEqual(ofCosts(await spendByCut(database.sql, { ...range, calls: [] }, 'model')));
  const calls = [{ negated: false, field: 'model', value: 'gpt-5.2' } as const];
  const ofModel = await valuesIn({ model: 'gpt-5.2' });
  expect(ofModel).toEqual(ofCosts(await spendByCut(database.sql, { ...range, calls }, 'agent')));
  expect(ofModel[0]).toBe(15);
});

it('agrees with Costs for an environment', async () => {
  const conditions = [{ negated: false, field: 'env', value: 'production' } as const];
  const traces = { projectId, from: FROM, to: TO, conditions };
  const { rows } = await spendOfTraces(database.sql, { traces, calls: [] }, { by: 'model' });
  const values = await valuesIn({ environment: 'production' });
  expect(values).toEqual(ofCosts(rows));
  expect(values[0]).toBe(12);
});

it('has the coverage of the search screen', async () => {
  const { readable, summary, noText } = await thinkingCoverage(database.sql, projectId, { from: FROM, to: TO });
  expect(await valueIn('coverage')).toBe((Number(readable + summary) / Number(readable + summary + noText)) * 100);
  expect(await valueIn('coverage')).toBe(20);
});

it('has the latency of Costs, of models, environments and tools', async () => {
  const range = { projectId, from: FROM, to: TO, calls: [] };
  const p95 = (rows: Awaited<ReturnType<typeof latencyOf>>) => percentilesOf(rows[0]!.duration)!.p95.from / 1_000;
  const models = await latencyOf(database.sql, range, { by: 'model' });
  expect(await valueIn('latency_p95', { model: 'gpt-5.2' })).toBe(p95(models.filter(({ key }) => key === 'gpt-5.2')));
  expect(await valueIn('latency_p95', { environment: 'staging' })).toBe(
    p95(models.filter(({ key }) => key !== 'gpt-5.2')),
  );
  expect(await valueIn('latency_p95', { tool: 'search' })).toBe(
    p95(await latencyOf(database.sql, range, { by: 'tool' })),
  );
});

it('has the thinking of a tool as Costs has it', async () => {
  const [tool] = await thinkingByTool(database.sql, { projectId, from: FROM, to: TO });
  expect(await valueIn('hidden_spend', { tool: 'search' })).toBe(Number(tool!.hiddenCost) / 1e9);
  expect(await valueIn('thinking_per_call', { tool: 'search' })).toBe(
    Number(tool!.reasoningTokens) / tool!.callsWithTokens,
  );
});

it('knows nothing of an environment without a call', async () => {
  expect(await valuesIn({ environment: 'none' })).toEqual(METRICS.map(() => null));
});
