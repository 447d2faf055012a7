import { describe, expect, it } from 'vitest';
import { NO_SPEND } from '../../lib/figures/spend-tables.ts';
import {
  calendarDays,
  daysOf,
  daysSummary,
  fillDays,
  firstHourFrom,
  sinceFirstSpend,
  wholeHours,
} from './days/days.ts';
import { parseTimeRange } from '../../lib/time/time-range.ts';
import { tracesOfDay } from './cuts/links.ts';
import { medianTokens } from './panels/median.ts';
import { sumMeasures, toSpend } from './spend.ts';

const measured = {
  ...NO_SPEND,
  generations: 4,
  generationsReporting: 3,
  generationsUnpriced: 1,
  inputTokens: 1000n,
  outputTokens: 500n,
  reasoningTokens: 300n,
  readableTokens: 100n,
  summaryTokens: 150n,
  noTextTokens: 50n,
  inputCost: 10n,
  answerCost: 20n,
  readableCost: 5n,
  summaryCost: 10n,
  noTextCost: 5n,
};

describe('spend', () => {
  it('counts summary and missing text as hidden, readable thinking not', () => {
    const spend = toSpend(measured, 'usd');
    expect(spend.total).toBe(50n);
    expect(spend.thinking).toBe(20n);
    expect(spend.hidden).toBe(15n);
    expect(spend.hiddenShare).toBeCloseTo(0.3);
    expect(spend.coverage).toBeCloseTo(0.75);
    expect(spend.unpriced).toBe(1);
  });

  it('counts calls as covered by the run that reports their usage, and is not 0 for a model whose calls others report', () => {
    const run = { ...NO_SPEND, runsCounted: 1, generationsReporting: 1, inputTokens: 10n, inputCost: 5n };
    const calls = { ...NO_SPEND, generations: 3, generationsInRuns: 3 };
    expect(toSpend(run, 'usd')).toMatchObject({ state: 'amount', coverage: 1, counted: 1, sources: 1 });
    expect(toSpend(calls, 'usd')).toMatchObject({ state: 'nothing', coverage: undefined, counted: 3, sources: 0 });
    expect(toSpend(sumMeasures([run, calls]), 'usd')).toMatchObject({ total: 5n, coverage: 1, counted: 4, sources: 1 });
  });

  it('counts thinking tokens once: the answer is what is left of the output', () => {
    const spend = toSpend(measured, 'tokens');
    expect(spend.parts.answer).toBe(200n);
    expect(spend.total).toBe(1500n);
  });

  it('knows no thinking, hidden or not, of calls that do not say how much they thought', () => {
    const silent = { ...NO_SPEND, generations: 3, outputTokens: 10n, answerCost: 5n };
    expect(toSpend(silent, 'usd').hasReport).toBe(false);
    expect(toSpend(silent, 'tokens').hasReport).toBe(false);
    expect(toSpend({ ...silent, generationsReporting: 1 }, 'usd').hasReport).toBe(true);
    expect(toSpend(NO_SPEND, 'usd').hasReport).toBe(true);
  });

  it('has no share of nothing', () => {
    const spend = toSpend(NO_SPEND, 'usd');
    expect(spend.hiddenShare).toBeUndefined();
    expect(spend.coverage).toBeUndefined();
  });

  it('adds rows up field by field', () => {
    const sum = sumMeasures([measured, measured]);
    expect(sum.generations).toBe(8);
    expect(sum.noTextCost).toBe(10n);
    expect(sum.inputTokens).toBe(2000n);
  });
});

describe('the median of a doubling histogram', () => {
  const of = (counts: Record<number, number>) => Array.from({ length: 24 }, (_none, index) => counts[index] ?? 0);

  it('is unknown without calls', () => expect(medianTokens(of({}), 0n)).toBeUndefined());
  it('is zero when most calls thought nothing', () =>
    expect(medianTokens(of({ 0: 5, 1: 1, 2: 1 }), 3n)).toEqual({ tokens: 0, isApproximate: false }));
  it('of one value is that value', () =>
    expect(medianTokens(of({ 11: 1 }), 1_800n)).toEqual({ tokens: 1_800, isApproximate: false }));
  it('is at most what all calls thought together', () =>
    expect(medianTokens(of({ 7: 2 }), 130n)).toEqual({ tokens: 65, isApproximate: true }));
  it('is inside the bucket that holds the middle call', () => {
    const { tokens, isApproximate } = medianTokens(of({ 3: 1, 11: 3 }), 9_999n)!;
    expect(tokens).toBeGreaterThanOrEqual(1024);
    expect(tokens).toBeLessThan(2048);
    expect(isApproximate).toBe(true);
  });
  it('stays in its bucket when the sum contradicts that', () =>
    expect(medianTokens(of({ 3: 1 }), 5_000n)).toEqual({ tokens: 6, isApproximate: true }));
});

it('the last hour begins with the hour it began in: sums are kept by the hour', () => {
  const range = parseTimeRange('1h', new Date('2026-11-22T12:05:30Z'))!;
  expect(wholeHours(range, 'UTC')).toEqual({ from: new Date('2026-11-22T11:00Z'), to: range.to });
  const whole = { from: new Date('2026-11-01T00:00Z'), to: new Date('2026-11-02T00:00Z') };
  expect(wholeHours(whole, 'UTC')).toEqual(whole);
});

describe('where a zone is half an hour off', () => {
  const [from, to] = [new Date('2026-11-18T18:30Z'), new Date('2026-11-19T18:30Z')];

  it('a day has 24 whole hours and does not begin in the day before', () => {
    const hours = wholeHours({ from, to }, 'Asia/Kolkata');
    expect(hours).toEqual({ from: new Date('2026-11-18T19:00Z'), to });
    expect(calendarDays(hours.from, hours.to, 'Asia/Kolkata')).toEqual(['2026-11-19', '2026-11-20']);
    expect(fillDays([], { ...hours, timeZone: 'Asia/Kolkata', now: to })).toHaveLength(1);
    const later = new Date('2026-11-19T05:15Z');
    expect(wholeHours({ from: later, to }, 'Asia/Kolkata').from).toEqual(new Date('2026-11-19T05:00Z'));
  });

  it('it is said which hours a day has', () => {
    expect(daysOf('Europe/Oslo', from)).toBe('Days are Europe/Oslo.');
    expect(daysOf('Asia/Kolkata', from)).toMatch(/^Days are Asia\/Kolkata, from 00:30 to 00:30,/);
    expect(daysOf('Asia/Kathmandu', from)).toMatch(/from 00:45 to 00:45/);
  });
});

describe('the days of a chart', () => {
  it('leaves no day out, not even the one with 23 hours', () => {
    const days = calendarDays(new Date('2026-03-27T23:30:00Z'), new Date('2026-03-30T12:00:00Z'), 'Europe/Berlin');
    expect(days).toEqual(['2026-03-28', '2026-03-29', '2026-03-30']);
  });

  const days = (to: string, now: string) =>
    fillDays([{ day: '2026-11-19', ...measured }], {
      from: new Date('2026-11-18T00:00:00Z'),
      to: new Date(to),
      timeZone: 'UTC',
      now: new Date(now),
    }).map((day) => [day.measures.day, day.measures.generations, day.partial]);

  it('marks only today as unfinished', () => {
    expect(days('2026-11-20T15:01:00Z', '2026-11-20T15:00:30Z')).toEqual([
      ['2026-11-18', 0, false],
      ['2026-11-19', 4, false],
      ['2026-11-20', 0, true],
    ]);
  });

  it('marks none when the range is over', () => {
    expect(days('2026-11-20T00:00:00Z', '2026-12-01T00:00:00Z')).toEqual([
      ['2026-11-18', 0, false],
      ['2026-11-19', 4, false],
    ]);
  });

  it('are summed up in a sentence that says "at least" when a cost is unknown', () => {
    const day = (date: string, measures: object) => ({
      measures: { ...NO_SPEND, day: date, ...measures },
      partial: false,
    });
    const cheap = day('2026-11-20', { generations: 1, inputTokens: 9n, inputCost: 10_000_000n });
    const dear = day('2026-11-21', { generations: 1, inputTokens: 9n, inputCost: 2_000_000_000n });
    const unknown = { generationsUnpriced: 1, generations: 2 };
    expect(daysSummary([cheap, dear], 'usd')).toBe('2 days. Highest: 21 Nov, $2.00.');
    expect(daysSummary([{ ...cheap, measures: { ...cheap.measures, ...unknown } }, dear], 'usd')).toBe(
      '2 days. Highest: 21 Nov, $2.00. Calls of unknown cost are not included.',
    );
    const partly = { ...dear, measures: { ...dear.measures, ...unknown } };
    expect(daysSummary([cheap, partly], 'usd')).toBe(
      '2 days. Highest: 21 Nov, at least $2.00. Calls of unknown cost are not included.',
    );
    expect(daysSummary([cheap, { ...partly, partial: true }], 'usd')).toBe(
      '2 days. Highest: 21 Nov, at least $2.00 so far. Calls of unknown cost are not included.',
    );
    expect(daysSummary([cheap, { ...dear, partial: true }], 'usd')).toBe('2 days. Highest: 21 Nov, $2.00 so far.');
    expect(daysSummary([cheap, partly], 'tokens')).toBe('2 days. Highest: 20 Nov, 9 tokens.');
    expect(daysSummary([day('2026-11-20', { ...unknown, inputTokens: 9n })], 'usd')).toBe(
      'No cost is known in this range.',
    );
    expect(daysSummary([day('2026-11-20', {})], 'usd')).toBe('Nothing was spent in this range.');
  });

  it('begin with the first spend, but are a week at least', () => {
    const month = (spentOn: string) =>
      sinceFirstSpend(
        fillDays([{ day: spentOn, ...measured }], {
          from: new Date('2026-11-01T00:00:00Z'),
          to: new Date('2026-12-01T00:00:00Z'),
          timeZone: 'UTC',
          now: new Date('2026-12-01T00:00:00Z'),
        }),
      ).map((day) => day.measures.day);
    expect(month('2026-11-10')).toHaveLength(21);
    expect(month('2026-11-30')).toHaveLength(7);
    expect(month('2026-11-01')).toHaveLength(30);
  });

  it('lead to the traces of its hours', () => {
    const url = new URL(tracesOfDay({ project: 'shop', range: '30d', q: '' }, '2026-11-19'), 'http://localhost');
    const range = parseTimeRange(url.searchParams.get('range') ?? '', new Date());
    expect([range?.from, range?.to]).toEqual([new Date(2026, 10, 19), new Date(2026, 10, 20)].map(firstHourFrom));
  });
});
