import { describe, expect, it } from 'vitest';
import { align, type ComparedStep, type Pair } from './align.ts';
import { diffThoughts, diffValues } from './diff-text.ts';
import { foldRows, stepParam } from './fold.ts';
import { forkSentence } from './fork-sentence.ts';
import type { Step } from '../../../lib/steps/step-tree.ts';

/**
 * `search(q)` is a step that calls search with an argument q; `search(q) read` calls two tools; `answer` is one. `!` =
 * the call failed.
 */
function step(text: string): ComparedStep {
  if (text === 'answer') return { kind: 'answer', calls: [], failed: false };
  const calls = text.split(' ').map((call) => {
    const [, tool = '', names, value, failed] = /^(\w+)(?:\(([\w,]*)(?:=(\d+))?\))?(!?)$/.exec(call) ?? [];
    const known = names === undefined ? null : names.split(',').filter(Boolean);
    return { tool, names: known, value: value === undefined ? null : Number(value), failed: failed === '!' };
  });
  return { kind: 'calls', calls, failed: false };
}
const run = (...steps: string[]) => steps.map(step);
const shown = (pairs: Pair[]) =>
  pairs.map(({ a, b, difference }) => `${a ?? '–'}${b ?? '–'}${difference ? ` ${difference}` : ''}`);

describe('two runs', () => {
  it('differ where only the value of an argument does, and agree in any other step', () => {
    const pairs = align(run('search(q=1)', 'read(path)', 'answer'), run('search(q=2)', 'read(path)', 'answer'));
    expect(shown(pairs)).toEqual(['00 values', '11', '22']);
  });

  it('differ first in tools, then in names, then in how it went', () => {
    const a = run('search(q)', 'read(path)', 'update(id)', 'answer');
    const b = run('search(q,limit)', 'fetch(path)', 'update(id)!', 'answer');
    expect(shown(align(a, b))).toEqual(['00 names', '11 tools', '22 outcome', '33']);
  });

  it('have a step alone where only one has it, and go on together', () => {
    const pairs = align(run('search', 'read', 'update', 'answer'), run('search', 'verify', 'read', 'update', 'answer'));
    expect(shown(pairs)).toEqual(['00', '–1 step', '12', '23', '34']);
  });

  it('pair the call with the same argument names when there are several of the tool', () => {
    const pairs = align(run('plan', 'search(id)'), run('start', 'search(q)', 'search(id)'));
    expect(shown(pairs)).toEqual(['00 tools', '–1 step', '12']);
  });

  it('take names that are not known for no difference', () => {
    expect(shown(align(run('search'), run('search(q)')))).toEqual(['00']);
  });

  it('stand side by side where nothing is in common', () => {
    expect(shown(align(run('search read', 'search'), run('get')))).toEqual(['00 tools', '1– step']);
  });

  it('are compared in order also when one is empty', () => {
    expect([align([], []), shown(align([], run('get')))]).toEqual([[], ['–0 step']]);
  });

  it('of ten thousand steps are compared in time, however different', () => {
    const long = (tool: (index: number) => string) => Array.from({ length: 10_000 }, (_, index) => step(tool(index)));
    const one = long((index) => `tool${index % 50}(q)`);
    const moved = [...run('first'), ...one.slice(0, -1)];
    expect(align(one, moved).filter((pair) => pair.difference === null)).toHaveLength(9999);
    const other = align(
      one,
      long((index) => `other${index % 70}(q)`),
    );
    expect([other.length, other.every((pair) => pair.difference === 'tools')]).toEqual([10_000, true]);
  });
});

describe('the first fork', () => {
  const steps = (runs: readonly ComparedStep[]) =>
    runs.map((one, index) => ({ ...one, number: index + 1, span: null }) as unknown as Step);
  const says = (a: ComparedStep[], b: ComparedStep[]) => {
    const pairs = align(a, b);
    const at = pairs.findIndex(({ difference }) => difference !== null);
    const { before, fork, says: words } = forkSentence({ a: steps(a), b: steps(b) }, pairs, at);
    return `${before} ${fork}${words.map((part) => (typeof part === 'string' ? part : part.tool)).join('')}`;
  };

  it('is also a step where only the value of an argument differs', () => {
    expect(says(run('read', 'search(q=1)', 'answer'), run('read', 'search(q=2)', 'answer'))).toBe(
      'Agree for 1 step. First fork at step 2: both called search, with different values of arguments.',
    );
  });

  it('says what one run did without the step that only the other has', () => {
    expect(says(run('search', 'read', 'answer'), run('search', 'verify', 'read', 'answer'))).toBe(
      'Agree for 1 step. First fork at step 2: B called verify, A continued without it and called read.',
    );
    expect(says(run('search', 'read'), run('search'))).toBe(
      'Agree for 1 step. First fork at step 2: A called read, B had ended.',
    );
  });

  it('does not say of one run what only the other did', () => {
    const response = (status: string, facts = {}) =>
      [
        { number: 1, kind: 'response', calls: [], span: { status, ...facts }, thought: { state: 'none' } },
      ] as unknown as Step[];
    const said = (a: Step[], b: Step[]) =>
      forkSentence({ a, b }, [{ a: 0, b: 0, difference: 'outcome' }], 0).says.join('');
    expect(said(response('error'), response('ok'))).toBe(': A failed in the model call, B returned no output.');
    expect(said(response('error'), response('unset', { partial: true }))).toBe(
      ': A failed in the model call, B had not answered yet.',
    );
  });

  it('sets the names of tools apart, and counts them', () => {
    const often = [step(Array.from({ length: 1200 }, () => 'fetch').join(' '))];
    const { says: words } = forkSentence(
      { a: steps(often), b: steps(run('dig read')) },
      align(often, run('dig read')),
      0,
    );
    expect(words.filter((part) => typeof part !== 'string')).toEqual([
      { tool: 'fetch' },
      { tool: 'dig' },
      { tool: 'read' },
    ]);
    expect(says(often, run('dig'))).toContain('A called fetch 1,200 times, B called dig.');
  });
});

describe('rows', () => {
  const pairs = align(run('search', 'read', 'update', 'answer'), run('search', 'read', 'fetch', 'answer'));
  const shownRows = (options: Parameters<typeof foldRows>[1]) =>
    foldRows(pairs, options).map((row) =>
      row.kind === 'fold' ? `${row.from}–${row.to}` : `${stepParam(row.pair)}${row.isFork ? ' fork' : ''}`,
    );

  it('fold steps that agree, and only several of them', () => {
    expect(shownRows({ open: new Set(), onlyDifferences: false })).toEqual(['0–2', '3 fork', '4']);
    expect(shownRows({ open: new Set(['fold 0']), onlyDifferences: false })).toEqual(['0–2', '1', '2', '3 fork', '4']);
  });

  it('are only the differences when asked', () => {
    expect(shownRows({ open: new Set(), onlyDifferences: true })).toEqual(['3 fork']);
  });

  it('never hide a step where any one value differs', () => {
    const length = 12;
    const calls = (changed: number) =>
      run(...Array.from({ length }, (_, index) => `search(q=${index === changed ? 99 : index})`));
    for (let changed = 0; changed < length; changed++) {
      const compared = align(calls(-1), calls(changed));
      const rows = foldRows(compared, { open: new Set(), onlyDifferences: true });
      expect(rows.map(({ key }) => key)).toEqual([String(changed + 1)]);
    }
  });

  it('are named by A, and by B where A has no step', () => {
    expect(stepParam({ a: null, b: 6, difference: 'step' })).toBe('b7');
  });
});

describe('texts', () => {
  const words = (a: string, b: string) => diffThoughts(a, b).parts.map((part) => `${part.in} ${part.text}`);

  it('are compared by word, also where words have no spaces', () => {
    expect(words('fetch both now', 'fetch one now')).toEqual(['both fetch ', 'a both', 'b one', 'both  now']);
    expect(words('我先查订单', '我先看订单')).toEqual(['both 我先', 'a 查', 'b 看', 'both 订单']);
  });

  it('come back whole: what both have and A’s is A, what both have and B’s is B', () => {
    const [a, b] = ['One.\n\nTwo **bold** \u202Ethree', 'One.\n\nTwo thin\n three'];
    for (const { parts } of [diffThoughts(a, b), diffThoughts(`${a} x`.repeat(9000), `${b} y`.repeat(9000))]) {
      const side = (of: 'a' | 'b') =>
        parts
          .filter((part) => part.in === of || part.in === 'both')
          .map((part) => part.text)
          .join('');
      expect([side('a').startsWith(a), side('b').startsWith(b)]).toEqual([true, true]);
    }
  });

  it('are compared by paragraph above ten thousand words', () => {
    const long = (last: string) =>
      [...Array.from({ length: 2000 }, (_, index) => `Paragraph ${index} says the same again.`), last].join('\n\n');
    const diff = diffThoughts(long('This is A.'), long('This is B.'));
    expect([diff.by, diff.parts.map((part) => part.in)]).toEqual(['paragraph', ['both', 'a', 'b']]);
  });

  it('that are JSON are compared as values, in any order of names', () => {
    const diff = diffValues('{"b":1,"a":{"y":2,"x":[1,2]}}', '{"a":{"x":[1,3],"y":2},"b":1}');
    expect(diff.parts.filter((part) => part.in !== 'both').map((part) => `${part.in} ${part.text.trim()}`)).toEqual([
      'a 2',
      'b 3',
    ]);
    expect(diffValues('{"a":1}', '{ "a": 1 }').parts.every((part) => part.in === 'both')).toBe(true);
    expect(diffValues('{"__proto__":1}', '{"__proto__":2}').parts).toHaveLength(4);
  });
});
