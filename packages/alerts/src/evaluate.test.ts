import { LATENCY_BUCKETS, latencyBucket } from '@subtext/trace';
import { expect, it } from 'vitest';
import { evaluate, HOUR_MS, stepOf, type FiguresByHour } from './evaluate.ts';
import { sumFigures, type Figures } from './figures.ts';
import { previewRule } from './preview.ts';
import { ALERT_RULE, type AlertRule } from './rule.ts';

const START = Date.parse('2026-11-01T00:00:00Z');
const at = (hour: number) => START + hour * HOUR_MS;

const figures = (some: Partial<Figures>): Figures => ({ ...sumFigures([]), calls: 10, reporting: 10, ...some });

const rule = (some: Partial<AlertRule>): AlertRule =>
  ALERT_RULE.parse({
    ...{ metric: 'spend', scope: {}, compare: 'threshold', direction: 'above', limit: 5 },
    ...{ windowHours: 1, forHours: 1, minimumCalls: 1, destinations: [] },
    ...some,
  });

/** The hour of each entry is its index. */
const hours = (...all: (Figures | null)[]): FiguresByHour =>
  new Map(all.flatMap((one, index) => (one ? [[at(index), one] as const] : [])));

const dollars = (amount: number) => figures({ cost: amount * 1e9 });

it('adds up the hours of the window, and no other', () => {
  const spent = hours(dollars(1), dollars(2), dollars(4), dollars(8));
  const value = (windowHours: number, end: number) => evaluate(rule({ windowHours }), spent, at(end)).value;
  expect([value(1, 1), value(2, 3), value(3, 3), value(3, 4)]).toEqual([1, 6, 7, 14]);
});

it('does not know a figure that was not reported, and does not take it for 0', () => {
  const unknown = (some: Partial<AlertRule>, one: Figures | null) => evaluate(rule(some), hours(one), at(1)).value;
  expect(unknown({ metric: 'spend' }, null)).toBeNull();
  expect(unknown({ metric: 'spend' }, figures({ unpriced: 10 }))).toBeNull();
  expect(unknown({ metric: 'hidden_spend' }, figures({ reporting: 0, cost: 5 }))).toBeNull();
  expect(unknown({ metric: 'coverage' }, figures({ stateTokens: 0 }))).toBeNull();
  expect(unknown({ metric: 'error_rate' }, figures({ generations: 0 }))).toBeNull();
  expect(unknown({ metric: 'latency_p95' }, figures({}))).toBeNull();
  expect(unknown({ metric: 'thinking_per_call' }, figures({ reporting: 0 }))).toBeNull();
  expect(unknown({ metric: 'tokens' }, figures({}))).toBeNull();
  expect(unknown({ metric: 'spend', minimumCalls: 11 }, dollars(1))).toBeNull();
});

it('knows a 0 that was reported', () => {
  expect(evaluate(rule({}), hours(dollars(0)), at(1))).toMatchObject({ value: 0, holds: false });
  const noErrors = figures({ generations: 4, errors: 0 });
  expect(evaluate(rule({ metric: 'error_rate' }), hours(noErrors), at(1)).value).toBe(0);
});

it('writes each metric in its unit', () => {
  const durations = new Array<number>(LATENCY_BUCKETS).fill(0);
  durations[latencyBucket(4e9)] = 100;
  const one = figures({
    ...{ hiddenCost: 2.5e9, textTokens: 30, stateTokens: 40, generations: 8, errors: 2, durations },
    ...{ thinkingTokens: 50, tokens: 900 },
  });
  const value = (metric: AlertRule['metric']) => evaluate(rule({ metric }), hours(one), at(1)).value;
  expect(value('hidden_spend')).toBe(2.5);
  expect(value('coverage')).toBe(75);
  expect(value('error_rate')).toBe(25);
  expect(value('latency_p95')).toBeCloseTo(2.896, 3);
  expect(value('thinking_per_call')).toBe(5);
  expect(value('tokens')).toBe(900);
});

it('compares with the same window of the week before, and cannot without it', () => {
  const week = 7 * 24;
  const spent = new Map([
    [at(0), dollars(4)],
    [at(week), dollars(6)],
    [at(week + 1), dollars(6)],
  ]);
  const change = rule({ compare: 'change', limit: 40 });
  expect(evaluate(change, spent, at(week + 1))).toMatchObject({ value: 6, compared: 4, holds: true });
  expect(evaluate({ ...change, limit: 60 }, spent, at(week + 1)).holds).toBe(false);
  expect(evaluate({ ...change, direction: 'below' }, spent, at(week + 1)).holds).toBe(false);
  expect(evaluate(change, spent, at(week + 2))).toMatchObject({ value: 6, compared: null, holds: null });
});

it('says that spend is a lower bound when calls have no price', () => {
  const one = { ...dollars(3), unpriced: 1 };
  expect(evaluate(rule({}), hours(one), at(1))).toMatchObject({ value: 3, isAtLeast: true, holds: false });
});

/** `+` the condition holds, `-` it does not, `?` not known. */
function statesOf(outcomes: string, forHours: number): string[] {
  let state = { state: null, stateSince: null, streak: 0, incidentId: null, evaluatedUntil: new Date(0) } as Parameters<
    typeof stepOf
  >[1];
  return [...outcomes].map((outcome, hour) => {
    const holds = outcome === '?' ? null : outcome === '+';
    const { after, news } = stepOf({ forHours }, state, { holds, at: new Date(at(hour)), incidentId: `i${hour}` });
    state = after;
    return `${after.state}${after.incidentId ? ` ${after.incidentId}` : ''}${news ? `!${news}` : ''}`;
  });
}

it('fires when the condition has held for long enough, and resolves when it no longer holds', () => {
  expect(statesOf('-+++-', 2)).toEqual(['ok', 'ok', 'firing i2!firing', 'firing i2', 'ok!resolved']);
});

it('keeps an incident open without data, and says so once', () => {
  expect(statesOf('+??+-', 1)).toEqual([
    'firing i0!firing',
    'no_data i0!no_data',
    'no_data i0',
    'firing i0',
    'ok!resolved',
  ]);
});

it('begins to count again after an hour without data', () => {
  expect(statesOf('+?+', 2)).toEqual(['ok', 'no_data', 'ok']);
});

it('says nothing about nights without traffic', () => {
  expect(statesOf('-??-?', 1)).toEqual(['ok', 'no_data', 'no_data', 'ok', 'no_data']);
});

it('previews what the worker would have done', () => {
  const spent = hours(dollars(1), dollars(9), dollars(9), dollars(1), null, dollars(7));
  const { points, firings } = previewRule(rule({}), spent, { first: new Date(at(1)), last: new Date(at(6)) });
  expect(points.map(({ value, state }) => [value, state])).toEqual([
    [1, 'ok'],
    [9, 'firing'],
    [9, 'firing'],
    [1, 'ok'],
    [null, 'no_data'],
    [7, 'firing'],
  ]);
  expect(firings).toEqual([
    { from: new Date(at(2)), to: new Date(at(4)), value: 9, compared: null },
    { from: new Date(at(6)), to: null, value: 7, compared: null },
  ]);
});

it.each([
  [{ scope: { tool: 'search', model: 'gpt-5.2' }, metric: 'latency_p95' }, 'cannot also name'],
  [{ scope: { tool: 'search' }, metric: 'coverage' }, 'Of a tool'],
  [{ metric: 'coverage', limit: 101 }, 'at most 100 %'],
  [{ compare: 'change', direction: 'below', limit: 101 }, 'fall by more'],
] as const)('refuses a rule that cannot hold: %o', (some, why) => {
  expect(() => rule(some as Partial<AlertRule>)).toThrow(why);
});
