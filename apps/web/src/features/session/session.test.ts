import { describe, expect, it } from 'vitest';
import { coverageWords } from '../../lib/figures/count-words.ts';
import { costStateOf, hiddenOf, isAtLeast, totalOf } from '../../lib/figures/cost-parts.ts';
import { turnsPoints, turnsSentence } from './turn-costs.ts';
import { dayOf, noAnswer, thoughtsLine, toolsLine } from './turn-words.ts';
import { awaitedIn, type NumberedTurn } from './use-session.ts';
import type { TurnText } from './use-turn-texts.ts';

const turn = (number: number, input: bigint, summary: bigint) =>
  ({
    number,
    errors: 0,
    costs: { input, answer: 0n, readable: 0n, summary, noText: 0n, untold: 0n },
    ...{ generations: 1, generationsReporting: 1, generationsUnpriced: 0, generationsInRuns: 0, runsCounted: 0 },
    ...{ inputTokens: 1000n, outputTokens: 100n },
  }) as NumberedTurn;
/** A turn with a second model call that has no price. */
const unpriced = (number: number, input: bigint, summary: bigint) => ({
  ...turn(number, input, summary),
  ...{ generations: 2, generationsUnpriced: 1 },
});
const highlight = (facts: object) =>
  ({
    id: '',
    thought: null,
    thoughts: 0,
    thoughtsWithoutText: 0,
    unreported: 0,
    failedTool: null,
    modelFailed: false,
    tools: [],
    ...facts,
  }) as TurnText['highlight'];

describe('the costs of the turns of a session', () => {
  it('adds turn to turn, and knows how much was hidden', () => {
    expect(turnsPoints([turn(1, 100n, 50n), turn(2, 10n, 40n)])).toMatchObject([
      { turn: 1, since: { costs: { input: 100n, summary: 50n } }, soFar: { costs: { input: 100n, summary: 50n } } },
      { turn: 2, since: { costs: { input: 10n, summary: 40n } }, soFar: { costs: { input: 110n, summary: 90n } } },
    ]);
    expect(turnsPoints([])).toEqual([]);
  });

  it('counts the calls that failed in each turn', () => {
    const failed = { ...turn(2, 10n, 0n), errors: 3 };
    expect(turnsPoints([turn(1, 10n, 0n), failed]).map(({ errors }) => errors)).toEqual([0, 3]);
  });

  it('is so much at least from the first turn on of which not everything is known', () => {
    const points = turnsPoints([turn(1, 100n, 0n), unpriced(2, 50n, 0n), turn(3, 100n, 0n)]);
    expect(points.map(({ since }) => isAtLeast(since))).toEqual([false, true, false]);
    expect(points.map(({ soFar }) => isAtLeast(soFar))).toEqual([false, true, true]);
    expect(points.map(({ soFar }) => totalOf(soFar.costs))).toEqual([100n, 150n, 250n]);
  });

  it('has no amount where none is known, and none for the turn alone where only earlier ones are', () => {
    const points = turnsPoints([unpriced(1, 0n, 0n), turn(2, 100n, 0n), unpriced(3, 0n, 0n)]);
    expect(points.map(({ since }) => costStateOf(since))).toEqual(['unpriced', 'amount', 'unpriced']);
    expect(points.map(({ soFar }) => costStateOf(soFar))).toEqual(['unpriced', 'amount', 'amount']);
  });

  it('merges turns when there are too many to distinguish, and loses nothing', () => {
    const many = Array.from({ length: 5000 }, (_, index) => turn(index + 1, 1n, 1n));
    const points = turnsPoints(many);
    expect(points.length).toBeLessThanOrEqual(150);
    expect(points.slice(0, 2)).toMatchObject([
      { first: 1, turn: 34 },
      { first: 35, turn: 68 },
    ]);
    expect(points.at(-1)).toMatchObject({ turn: 5000, soFar: { generations: 5000 } });
    expect(totalOf(points.at(-1)!.soFar.costs)).toBe(10_000n);
    expect(hiddenOf(points.at(-1)!.soFar.costs)).toBe(5000n);
  });

  it('says the same in a sentence, and does not take an unknown price for nothing', () => {
    expect(turnsSentence([turn(1, 1_000_000_000n, 0n), turn(2, 500_000_000n, 500_000_000n)])).toBe(
      '2 turns cost $2.00, $0.500 of it (25 %) hidden thinking. The most expensive is turn 1 with $1.00.',
    );
    expect(turnsSentence([turn(1, 1_000_000_000n, 0n)])).toContain('none of it hidden thinking');
    expect(turnsSentence([unpriced(1, 0n, 0n)])).toBe('1 turn, none with a price.');
    expect(turnsSentence([{ ...unpriced(1, 0n, 0n), inputTokens: 0n, outputTokens: 0n }])).toBe(
      '1 turn, usage not reported.',
    );
    expect(turnsSentence([turn(1, 0n, 0n)])).toBe('1 turn cost $0.');
    const silent = { ...turn(1, 1_000_000_000n, 0n), generationsReporting: 0 };
    expect(turnsSentence([silent])).toContain('cost $1.00, the hidden part is unknown.');
  });

  it('says "at least" in the sentence, because an unknown cost may be higher', () => {
    expect(turnsSentence([turn(1, 500_000_000n, 500_000_000n), unpriced(2, 1_500_000_000n, 0n)])).toBe(
      '2 turns cost ≥ $2.50, ≥ $0.500 of it (20 %) hidden thinking. Of the known costs, the highest is turn 2 with ≥ $1.50.',
    );
    expect(turnsSentence([turn(1, 500_000_000n, 500_000_000n), unpriced(2, 0n, 0n)])).toContain(
      'Of the known costs, the highest is turn 1 with $1.00.',
    );
    expect(turnsSentence([unpriced(1, 500_000_000n, 0n)])).toContain('the hidden part is unknown');
  });
});

describe('the words of a turn', () => {
  it('distinguish thoughts, hidden ones, none, and not reported', () => {
    expect(thoughtsLine(highlight({ thoughts: 3 }))).toMatchObject({ mark: '┊', text: '3 thoughts' });
    expect(thoughtsLine(highlight({ thoughts: 14, thoughtsWithoutText: 3 }))).toMatchObject({
      mark: '▨',
      text: '3 of 14 thoughts without text',
    });
    expect(thoughtsLine(highlight({ unreported: 1 }))).toMatchObject({ mark: '◌' });
    expect(thoughtsLine(highlight({}))).toMatchObject({ mark: '—' });
    expect(thoughtsLine(null).text).toContain('too long');
  });

  it('name the tools, or the one that failed', () => {
    const tools = [
      { name: 'get_order', calls: 2 },
      { name: 'help', calls: 1 },
    ];
    expect(toolsLine(highlight({ tools }))).toEqual({ text: 'get_order ×2, help', failed: false });
    expect(toolsLine(highlight({ tools, failedTool: 'help' }))).toEqual({ text: '✕ help', failed: true });
    expect(toolsLine(null)).toEqual({ text: '', failed: false });
  });

  it('say why there is no answer', () => {
    expect(noAnswer({ errors: 1 }, { failure: '429' }, true)).toBe('∙∙∙ running');
    expect(noAnswer({ errors: 1 }, { failure: '429' }, false)).toBe('✕ The model call failed: 429');
    expect(noAnswer({ errors: 0 }, { failure: null }, false)).toBe('No answer recorded');
  });

  it('name a day once', () => {
    const morning = new Date(2026, 10, 20, 9);
    expect(dayOf(morning, undefined)).toBe('Fri, 20 Nov 2026');
    expect(dayOf(new Date(2026, 10, 20, 23), morning)).toBeUndefined();
    expect(dayOf(new Date(2026, 10, 21, 1), morning)).toBe('Sat, 21 Nov 2026');
  });
});

describe('the coverage of a session', () => {
  const coverage = (sums: { quietMs: number; open: number; generationsReporting: number }) =>
    coverageWords({ generations: 2, generationsInRuns: 0, runsCounted: 0, ...sums, awaited: awaitedIn(sums) });

  it('is not known yet while nothing is reported and its calls may still be answered', () => {
    expect(coverage({ quietMs: 500, open: 3, generationsReporting: 0 })).toBe('not known yet');
  });

  it('is that of the calls that have ended', () => {
    expect(coverage({ quietMs: 500, open: 1, generationsReporting: 0 })).toBe('0 %');
    expect(coverage({ quietMs: 500, open: 3, generationsReporting: 1 })).toBe('50 %');
  });

  it('is none where nothing is heard any more', () => {
    expect(coverage({ quietMs: 3_600_000, open: 3, generationsReporting: 0 })).toBe('0 %');
  });
});
