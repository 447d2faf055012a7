// Budgets on a real database: the sums of Costs, each threshold once, and no text in a message.
import {
  alertDeliveries,
  budgetEvents,
  budgetOf,
  changeBudget,
  createAlertDestination,
  createBudget,
  createWriteBatch,
  ensureProject,
  reachedBudgets,
  spendByCut,
  spendOfTraces,
} from '@subtext/db';
import { createTestDatabase, storableSpan, type TestDatabase } from '@subtext/db/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ALERT_MESSAGE } from '../message.ts';
import { budgetHeaders } from './budget-header.ts';
import { BUDGET, savedBudget, type Budget } from './budget.ts';
import { burnDown } from './burn-down.ts';
import { evaluateDueBudgets } from './evaluate-budgets.ts';
import { readSpend, sumSpend } from './read-spend.ts';

const DOLLAR = 1_000_000_000;
let database: TestDatabase;
let projectId: string;
let projects = 0;
let spans = 0;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  projects += 1;
  projectId = (await ensureProject(database.sql, { slug: `p${projects}`, name: 'Shop' })).id;
});

interface Call {
  /** null: no price. */
  dollars: number | null;
  at?: string;
  agent?: string;
  user?: string;
}

async function call({ dollars, at = '2026-11-20T10:30:00.000000Z', agent, user }: Call): Promise<void> {
  spans += 1;
  const id = String(spans).padStart(4, '0');
  const cost = dollars === null ? null : dollars * DOLLAR;
  const span = storableSpan({
    traceId: id.repeat(8),
    span: {
      ...{ spanId: id.repeat(4), startedAt: at, responseModel: 'gpt-5.2', agentName: agent ?? null },
      ...{ inputTokens: 100, outputTokens: 100, reasoningTokens: null },
      ...{ inputCost: cost, outputCost: cost === null ? null : 0, reasoningCost: null, totalCost: cost },
      inputPreview: 'sk-planted-secret',
    },
    trace: { endedAt: at, asked: 'sk-planted-secret', ...(user && { userId: user }) },
  });
  await createWriteBatch(database.sql)([{ ...span, projectId }]);
}

const BASE: Budget = {
  ...{ subject: 'project', subjectName: null, dollars: 100, period: 'month', thresholds: [50, 80, 100] },
  destinations: [],
};

async function newBudget(some: Partial<Budget> = {}): Promise<string> {
  const hook = { name: 'Hook', kind: 'webhook', address: 'https://hooks.example.com/', secret: 'whsec_AAAA' } as const;
  const destination = await createAlertDestination(database.sql, projectId, hook);
  const budget = BUDGET.parse({ ...BASE, destinations: [destination!], ...some });
  return (await createBudget(database.sql, projectId, savedBudget('Monthly', budget)))!;
}

const evaluateAt = (now: string) =>
  evaluateDueBudgets(database.sql, {
    ...{ now: new Date(now), webUrl: 'https://subtext.example.com' },
    onError: (error) => {
      throw error as Error;
    },
  });

const thresholdsOf = async (budgetId: string) =>
  (await budgetEvents(database.sql, { projectId, budgetId, limit: 100 }))
    .map(({ threshold }) => threshold)
    .toReversed();

const messages = async () =>
  (await alertDeliveries(database.sql, projectId, 100)).map(({ message }) => ALERT_MESSAGE.parse(message));

it('has the spend of Costs, for the project, an agent and a user', async () => {
  await call({ dollars: 3, agent: 'planner', user: 'ada' });
  await call({ dollars: 5, agent: 'planner', user: 'bob' });
  await call({ dollars: 7, user: 'ada', at: '2026-11-21T00:00:00.000000Z' });
  await call({ dollars: null, user: 'ada' });
  const range = { projectId, from: new Date('2026-11-01T00:00:00Z'), to: new Date('2026-12-01T00:00:00Z') };
  const spentBy = async (subject: Budget['subject'], subjectName: string | null) =>
    sumSpend(await readSpend(database.sql, { projectId, subject, subjectName }, range));
  const total = (rows: Awaited<ReturnType<typeof spendByCut>>) =>
    rows.reduce(
      (sum, row) => sum + row.inputCost + row.answerCost + row.readableCost + row.summaryCost + row.noTextCost,
      0n,
    );
  const byAgent = await spendByCut(database.sql, { ...range, calls: [] }, 'agent');
  expect(await spentBy('project', null)).toEqual({ spent: total(byAgent), calls: 4, unpriced: 1 });
  const planner = await spentBy('agent', 'planner');
  expect(planner.spent).toBe(total(byAgent.filter(({ key }) => key === 'planner')));
  expect(planner).toEqual({ spent: 8_000_000_000n, calls: 2, unpriced: 0 });
  const conditions = [{ negated: false, field: 'user', value: 'ada' } as const];
  const ofAda = await spendOfTraces(database.sql, { traces: { ...range, conditions }, calls: [] }, { by: 'model' });
  expect(await spentBy('user', 'ada')).toEqual({ spent: total(ofAda.rows), calls: 3, unpriced: 1 });
  expect(total(ofAda.rows)).toBe(10_000_000_000n);
});

it('sends each threshold once, although several processes evaluate again and again', async () => {
  const id = await newBudget();
  await call({ dollars: 60 });
  await Promise.all([1, 2, 3, 4].map(() => evaluateAt('2026-11-20T11:00:00Z')));
  await Promise.all([1, 2, 3, 4].map(() => evaluateAt('2026-11-20T11:01:00Z')));
  expect(await thresholdsOf(id)).toEqual([50]);
  await call({ dollars: 45 });
  await Promise.all([1, 2, 3, 4].map(() => evaluateAt('2026-11-20T11:02:00Z')));
  expect(await thresholdsOf(id)).toEqual([50, 100]);
  expect((await messages()).map(({ budget }) => budget?.threshold).sort()).toEqual([100, 50]);
});

it('says how much was spent, that it is a lower bound, and when the budget is used up at this rate', async () => {
  await newBudget({ subject: 'agent', subjectName: 'planner' });
  await call({ dollars: 80, agent: 'planner' });
  await call({ dollars: null, agent: 'planner' });
  await evaluateAt('2026-11-21T00:00:00Z');
  const [message] = await messages();
  expect(message).toMatchObject({
    ...{ type: 'budget.reached', unit: 'dollars', value: 80, rule: null },
    budget: { threshold: 80, limit: 100, unpriced_calls: 1, resets: '2026-12-01T00:00:00.000Z' },
    url: `https://subtext.example.com/p/p${projects}/settings/budgets`,
  });
  expect(message!.text).toBe(
    'Spend of agent planner has reached 80 % of its budget: at least $80 of $100 in the month from 1 Nov (UTC). A call without a price is not in it. At this rate it is used up on 26 Nov (estimated). The next month begins on 1 Dec.',
  );
  expect(JSON.stringify(await messages())).not.toContain('sk-planted-secret');
});

it('begins anew with the period, and counts the last calls of the one before', async () => {
  const id = await newBudget({ period: 'day' });
  await call({ dollars: 60, at: '2026-11-20T23:58:00.000000Z' });
  await evaluateAt('2026-11-20T23:58:30Z');
  await call({ dollars: 50, at: '2026-11-20T23:59:00.000000Z' });
  await evaluateAt('2026-11-21T00:00:10Z');
  expect(await thresholdsOf(id)).toEqual([50, 100]);
  await call({ dollars: 85, at: '2026-11-21T00:10:00.000000Z' });
  await evaluateAt('2026-11-21T00:20:00Z');
  expect(await thresholdsOf(id)).toEqual([50, 100, 80]);
});

it('sends a threshold again after a change of the amount, and not after a change of the name', async () => {
  const id = await newBudget();
  await call({ dollars: 60 });
  await evaluateAt('2026-11-20T11:00:00Z');
  const change = (name: string, some: Partial<Budget>) =>
    changeBudget(database.sql, { projectId, id }, savedBudget(name, { ...BASE, ...some }));
  await change('Renamed', {});
  await evaluateAt('2026-11-20T11:00:05Z');
  expect(await thresholdsOf(id)).toEqual([50]);
  await change('Renamed', { dollars: 110 });
  await evaluateAt('2026-11-20T11:00:10Z');
  expect(await thresholdsOf(id)).toEqual([50, 50]);
});

it('stores neither a state nor a message when the evaluation breaks off, and tries it again', async () => {
  const id = await newBudget();
  await call({ dollars: 60 });
  await database.sql`ALTER TABLE alert_deliveries RENAME TO alert_deliveries_away`;
  await expect(evaluateAt('2026-11-20T11:00:00Z')).rejects.toThrow();
  await database.sql`ALTER TABLE alert_deliveries_away RENAME TO alert_deliveries`;
  expect([await thresholdsOf(id), (await budgetOf(database.sql, projectId, id))?.reached]).toEqual([[], 0]);
  await evaluateAt('2026-11-20T11:00:01Z');
  expect([await thresholdsOf(id), await messages()]).toMatchObject([[50], [{ type: 'budget.reached' }]]);
});

it('is not evaluated in an archived project', async () => {
  const id = await newBudget();
  await call({ dollars: 60 });
  await database.sql`UPDATE projects SET archived_at = now() WHERE id = ${projectId}`;
  await evaluateAt('2026-11-20T11:00:00Z');
  expect([await thresholdsOf(id), (await budgetOf(database.sql, projectId, id))?.evaluatedAt]).toEqual([[], null]);
});

it('is in the header of its project alone, until its period ends', async () => {
  await newBudget();
  await newBudget({ subject: 'agent', subjectName: 'planner' });
  await call({ dollars: 83, agent: 'planner' });
  await call({ dollars: null });
  await evaluateAt('2026-11-20T11:00:00Z');
  const own = (await reachedBudgets(database.sql)).filter((budget) => budget.projectId === projectId);
  expect(budgetHeaders(own, new Date('2026-11-30T23:59:59Z'))).toEqual(
    new Map([
      [projectId, 'project;used=0.83;threshold=0.8;limit=100;period=month;unpriced=1;resets=2026-12-01T00:00:00Z'],
    ]),
  );
  expect(budgetHeaders(own, new Date('2026-12-01T00:00:00Z'))).toEqual(new Map());
  expect(
    budgetHeaders(
      Array.from({ length: 99 }, () => own[0]!),
      new Date('2026-11-21Z'),
    ).get(projectId)!.length,
  ).toBeLessThan(1_000);
});

it('draws the period as a rising line beside the periods before, and forecasts its end', async () => {
  const id = await newBudget();
  await call({ dollars: 20, at: '2026-10-05T10:00:00.000000Z' });
  await call({ dollars: 10, at: '2026-11-01T10:00:00.000000Z' });
  await call({ dollars: 30, at: '2026-11-04T10:00:00.000000Z' });
  const budget = (await budgetOf(database.sql, projectId, id))!;
  const drawn = await burnDown(database.sql, budget, new Date('2026-11-06T00:00:00Z'));
  expect(drawn.points.map(({ spent }) => Number(spent) / DOLLAR)).toEqual([0, 10, 10, 10, 40, 40]);
  expect(drawn.earlier.map(({ start, points }) => [start.toISOString(), points.length, points.at(-1)!.spent])).toEqual([
    ['2026-10-01T00:00:00.000Z', 32, 20_000_000_000n],
  ]);
  expect(drawn.forecast).toEqual({ endSpend: 240_000_000_000n, usedUpAt: new Date('2026-11-13T12:00:00Z') });
});
