// The worker on a real database: each hour once, also with several processes, and nothing of a text in a message.
import {
  alertDeliveries,
  alertEvents,
  alertRule,
  alertRules,
  createAlertDestination,
  createAlertRule,
  createWriteBatch,
  ensureProject,
} from '@subtext/db';
import { createTestDatabase, storableSpan, type TestDatabase } from '@subtext/db/testing';
import { BLANK_CALL } from '@subtext/trace';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { evaluateDueRules } from './evaluate-due.ts';
import { ALERT_MESSAGE } from './message.ts';
import type { AlertRule } from './rule.ts';

const SECRET = 'sk-planted-secret';
let database: TestDatabase;
let projectId: string;
let projects = 0;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  projects += 1;
  projectId = (await ensureProject(database.sql, { slug: `p${projects}`, name: 'Shop' })).id;
});

const hour = (time: number) => new Date(`2026-11-20T${String(time).padStart(2, '0')}:00:00Z`);

/** A call in this hour with thinking, of which so many percent have text. */
async function call(time: number, { coverage = 100, cost = 1e9 } = {}): Promise<void> {
  const startedAt = hour(time).toISOString().replace('00:00.000Z', '30:00.000000Z');
  const id = String(time).padStart(2, '0');
  const secret = { thoughtPreview: SECRET, argumentsPreview: SECRET, resultPreview: SECRET };
  const span = {
    ...storableSpan({
      traceId: id.repeat(16),
      span: {
        ...{ spanId: id.repeat(8), startedAt, responseModel: 'gpt-5.2', thinkingState: 'withheld' },
        ...{
          inputTokens: 100,
          outputTokens: 100,
          reasoningTokens: 100,
          readableTokens: coverage,
          noTextTokens: 100 - coverage,
        },
        ...{ inputCost: cost, outputCost: 0, reasoningCost: 0, totalCost: cost },
        ...{ name: SECRET, inputPreview: SECRET, outputPreview: SECRET, statusMessage: SECRET },
      },
      calls: [{ ...BLANK_CALL, ...secret, startedAt, callId: 'c', toolName: 'search', thinkingState: 'withheld' }],
      trace: { endedAt: startedAt, asked: SECRET, name: SECRET, userId: SECRET, sessionId: SECRET },
      body: JSON.stringify({ secret: SECRET }),
    }),
    projectId,
  };
  await createWriteBatch(database.sql)([span]);
}

async function newRule(some: Partial<AlertRule>, name = 'Coverage'): Promise<string> {
  const address = 'https://hooks.example.com/';
  const destination = await createAlertDestination(database.sql, projectId, {
    ...{ name: 'Hook', kind: 'webhook', address, secret: 'whsec_AAAA' },
  });
  const rule: AlertRule = {
    ...{ metric: 'coverage', scope: {}, compare: 'threshold', direction: 'below', limit: 50 },
    ...{ windowHours: 1, forHours: 1, minimumCalls: 1, destinations: [destination!] },
    ...some,
  };
  const id = await createAlertRule(database.sql, projectId, { name, rule, isPaused: false });
  await database.sql`UPDATE alert_rules SET evaluated_until = ${hour(10)} WHERE id = ${id!}`;
  return id!;
}

/** Six minutes after the full hour, when its spans have arrived. */
const evaluateAt = (time: number, sql = database.sql) =>
  evaluateDueRules(sql, {
    now: new Date(hour(time).getTime() + 6 * 60_000),
    webUrl: 'https://subtext.example.com',
    onError: (error) => {
      throw error as Error;
    },
  });

const historyOf = async (ruleId: string) =>
  (await alertEvents(database.sql, { projectId, ruleId, limit: 100 })).map(
    ({ at, state, value }) => `${at.getUTCHours()} ${state} ${value}`,
  );

const messages = async () =>
  (await alertDeliveries(database.sql, projectId, 100)).map(({ message }) => ALERT_MESSAGE.parse(message));

it('fires, says since when and which setting was lost, and resolves', async () => {
  await call(10, { coverage: 92 });
  await call(11, { coverage: 40 });
  await call(12, { coverage: 95 });
  const id = await newRule({});
  for (const time of [11, 12, 13]) await evaluateAt(time);
  expect(await historyOf(id)).toEqual(['13 ok 95', '12 firing 40', '11 ok 92']);
  const [resolved, firing] = await messages();
  expect(firing).toMatchObject({
    type: 'alert.firing',
    value: 40,
    unit: 'percent',
    url: `https://subtext.example.com/p/p${projects}/settings/alerts`,
  });
  expect(firing!.text).toBe(
    `Coverage fell from 92 % to 40 % since 20 Nov, 11:00 UTC. Rule: Coverage, over an hour, is below 50 %. The most thinking without text is of gpt-5.2, whose coverage fell from 92 % to 40 %. The setting that shows it: ${firing!.setting}`,
  );
  expect(firing!.setting).toMatch(/summary/);
  const [, , first] = await alertEvents(database.sql, { projectId, ruleId: id, limit: 100 });
  expect(first!.message).toBe('Coverage is 92 % at 20 Nov, 11:00 UTC.');
  expect(resolved).toMatchObject({ type: 'alert.resolved', incident: firing!.incident });
  expect(resolved!.text).toMatch(/^Coverage is 95 % at 20 Nov, 13:00 UTC: the alert is over\./);
});

it('evaluates each hour once, although several processes evaluate at the same time', async () => {
  for (const time of [10, 11, 12, 13]) await call(time, { coverage: time % 2 === 0 ? 90 : 10 });
  const id = await newRule({});
  for (const time of [11, 12, 13, 14]) await Promise.all([1, 2, 3, 4].map(() => evaluateAt(time)));
  expect(await historyOf(id)).toEqual(['14 firing 10', '13 ok 90', '12 firing 10', '11 ok 90']);
  expect(await messages()).toHaveLength(3);
});

it('catches up on the hours of a pause, and does not evaluate an hour before its spans have arrived', async () => {
  for (const time of [10, 11, 12]) await call(time, { coverage: time === 11 ? 10 : 90 });
  const id = await newRule({});
  await evaluateDueRules(database.sql, {
    now: new Date(hour(13).getTime() + 4 * 60_000),
    webUrl: 'https://subtext.example.com',
    onError: () => undefined,
  });
  expect(await historyOf(id)).toEqual(['12 firing 10', '11 ok 90']);
  await evaluateAt(13);
  expect((await historyOf(id))[0]).toBe('13 ok 90');
});

it('stores neither a state nor a message when the evaluation breaks off, and tries it again', async () => {
  await call(10, { coverage: 10 });
  const id = await newRule({});
  await database.sql`ALTER TABLE alert_deliveries RENAME TO alert_deliveries_away`;
  await expect(evaluateAt(11)).rejects.toThrow();
  await database.sql`ALTER TABLE alert_deliveries_away RENAME TO alert_deliveries`;
  expect([await historyOf(id), (await alertRule(database.sql, projectId, id))?.state]).toEqual([[], null]);
  await evaluateAt(11);
  expect([await historyOf(id), await messages()]).toMatchObject([['11 firing 10'], [{ type: 'alert.firing' }]]);
});

it('has a state of its own for hours without data', async () => {
  await call(10, { cost: 9e9 });
  const id = await newRule({ metric: 'spend', direction: 'above', limit: 5 });
  await evaluateAt(11);
  await evaluateAt(12);
  expect(await historyOf(id)).toEqual(['12 no_data null', '11 firing 9']);
  expect((await messages())[0]!.text).toMatch(/^Spend is not known at 20 Nov, 12:00 UTC: there is no data/);
});

it('does not evaluate rules that are paused, or of archived projects', async () => {
  await call(10, { coverage: 10 });
  const id = await newRule({});
  await database.sql`UPDATE alert_rules SET is_paused = true WHERE id = ${id}`;
  await evaluateAt(11);
  await database.sql`UPDATE alert_rules SET is_paused = false WHERE id = ${id}`;
  await database.sql`UPDATE projects SET archived_at = now() WHERE id = ${projectId}`;
  await evaluateAt(11);
  expect(await historyOf(id)).toEqual([]);
});

it('has no text of a trace in a message, a rule or an event', async () => {
  await call(10, { coverage: 10 });
  for (const metric of ['coverage', 'spend', 'tokens'] as const)
    await newRule({ metric, direction: 'above', limit: 0 }, metric);
  await evaluateAt(11);
  const stored = await Promise.all([
    messages(),
    alertRules(database.sql, projectId),
    alertEvents(database.sql, { projectId, limit: 100 }),
  ]);
  expect(stored[0]).toHaveLength(3);
  expect(JSON.stringify(stored)).not.toContain(SECRET);
});
