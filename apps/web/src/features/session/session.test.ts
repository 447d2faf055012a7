import { describe, expect, it } from 'vitest';
import { curveOf, curveSentence } from './curve.ts';
import { dayOf, noAnswer, thoughtsLine, toolsLine } from './turn-words.ts';
import type { NumberedTurn } from './use-session.ts';
import type { TurnText } from './use-turn-texts.ts';

const turn = (number: number, input: bigint, summary: bigint) =>
  ({
    number,
    costs: { input, answer: 0n, readable: 0n, summary, noText: 0n, untold: 0n },
    ...{ generations: 1, generationsReporting: 1, generationsInRuns: 0, runsCounted: 0 },
  }) as NumberedTurn;
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

describe('the curve of a session', () => {
  it('adds turn to turn, and knows how much was hidden', () => {
    expect(curveOf([turn(1, 100n, 50n), turn(2, 10n, 40n)])).toEqual([
      { turn: 1, cost: 150n, hidden: 50n, totalCost: 150n, totalHidden: 50n },
      { turn: 2, cost: 50n, hidden: 40n, totalCost: 200n, totalHidden: 90n },
    ]);
    expect(curveOf([])).toEqual([]);
  });

  it('takes turns together when there are too many to tell apart, and loses nothing', () => {
    const many = Array.from({ length: 5000 }, (_, index) => turn(index + 1, 1n, 1n));
    const points = curveOf(many);
    expect(points.length).toBeLessThanOrEqual(150);
    expect(points.at(-1)).toMatchObject({ turn: 5000, totalCost: 10_000n, totalHidden: 5000n });
  });

  it('says the same in a sentence, and does not take an unknown price for nothing', () => {
    expect(curveSentence([turn(1, 1_000_000_000n, 0n), turn(2, 500_000_000n, 500_000_000n)])).toBe(
      '2 turns cost $2.00, $0.500 of it (25 %) hidden thinking. The dearest is turn 1 with $1.00.',
    );
    expect(curveSentence([turn(1, 1_000_000_000n, 0n)])).toContain('none of it hidden thinking');
    expect(curveSentence([turn(1, 0n, 0n)])).toBe('1 turn, none with a price.');
    const silent = { ...turn(1, 1_000_000_000n, 0n), generationsReporting: 0 };
    expect(curveSentence([silent])).toContain('cost $1.00, how much of it was hidden is not known.');
  });
});

describe('the words of a turn', () => {
  it('tell thoughts, hidden ones, none, and what nobody said apart', () => {
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
