import { describe, expect, it } from 'vitest';
import { align, DIFFERENCES, isDifferent, type ComparedStep, type Pair } from '../../../lib/compare/align.ts';
import { differingValues } from '../../../lib/compare/differing-values.ts';
import { diffThoughts, diffValues } from './diff-text.ts';
import { foldRows, stepParam } from './fold.ts';
import { summarySentence } from '../../../lib/compare/summary-sentence.ts';
import type { Step } from '../../../lib/steps/step-tree.ts';

/**
 * `search(q)` is a step that calls search with an argument q; `search(q=1)` also says which; `search(q) read` calls two
 * tools; `answer` is one. `!` = the call failed.
 */
function step(text: string): ComparedStep {
  if (text === 'answer') return { ...BLANK, kind: 'answer' };
  const calls = text.split(' ').map((call) => {
    const [, tool = '', names, value = null, failed] = /^(\w+)(?:\(([\w,]*)(?:=(\d+))?\))?(!?)$/.exec(call) ?? [];
    const known = names === undefined ? null : names.split(',').filter(Boolean);
    return { tool, names: known, arguments: value, outcome: failed === '!' ? 'error' : 'ok', result: null };
  });
  return { ...BLANK, calls };
}
const BLANK: ComparedStep = {
  ...{ kind: 'calls', calls: [], failed: false, error: null, answer: null, model: null },
  ...{ system: null, input: null, offered: null, message: null, thought: null },
};
const run = (...steps: string[]) => steps.map(step);
const shown = (pairs: Pair[]) =>
  pairs.map(({ a, b, differences }) => [`${a ?? '–'}${b ?? '–'}`, ...differences].join(' '));

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
    expect(align(one, moved).filter((pair) => !isDifferent(pair))).toHaveLength(9999);
    const other = align(
      one,
      long((index) => `other${index % 70}(q)`),
    );
    expect([other.length, other.every(({ differences }) => differences[0] === 'tools')]).toEqual([10_000, true]);
  });
});

describe('any text of a step', () => {
  const CALL = { tool: 'search', names: ['q'], arguments: 'v', outcome: 'ok', result: 'r' };
  const SAME: ComparedStep = {
    ...{ kind: 'calls', calls: [CALL], failed: true, error: 'e', answer: 'a', model: 'm' },
    ...{ system: 's', input: 'i', offered: 'o', message: 'w', thought: 't' },
  };
  const changes: [string, (value: string | null) => ComparedStep][] = [
    ['values', (value) => ({ ...SAME, calls: [{ ...CALL, arguments: value }] })],
    ['outcome', (value) => ({ ...SAME, calls: [{ ...CALL, outcome: value }] })],
    ['result', (value) => ({ ...SAME, calls: [{ ...CALL, result: value }] })],
    ...(['error', 'answer', 'model', 'system', 'input', 'offered', 'message', 'thought'] as const).map(
      (field) => [field, (value: string | null) => ({ ...SAME, [field]: value })] as (typeof changes)[number],
    ),
  ];
  const rowsOf = (pairs: Pair[]) => foldRows(pairs, { open: new Set(), onlyDifferences: true });

  it('counts, so that each difference has a case here', () => {
    const others = DIFFERENCES.filter((one) => !['step', 'tools', 'names'].includes(one));
    expect(changes.map(([name]) => name).toSorted()).toEqual(others.toSorted());
    expect(rowsOf(align([SAME, SAME], [SAME, SAME]))).toEqual([]);
  });

  it.each(changes)('differs by its %s, and only differences show it', (name, changed) => {
    const pairs = align([SAME, SAME], [SAME, changed('other')]);
    expect(shown(pairs)).toEqual(['00', `11 ${name}`]);
    expect(rowsOf(pairs)).toMatchObject([{ key: '2' }]);
  });

  it.each(changes)(
    'with a %s on one side only is unknown on the other, not equal and not different',
    (name, changed) => {
      const pairs = align([SAME, SAME], [changed(null), SAME]);
      expect(pairs[0]).toMatchObject({ differences: [], unknown: [{ what: name, on: 'b' }] });
      expect(align([changed(null)], [SAME])[0]!.unknown).toEqual([{ what: name, on: 'a' }]);
      // Only differences keep it, folded.
      expect(rowsOf(pairs)).toMatchObject([{ kind: 'fold', from: 0, to: 2 }]);
      expect(align([changed(null)], [changed(null)])[0]!.unknown).toEqual([]);
    },
  );

  it('differs where one run has none, and that is known', () => {
    expect(align([SAME], [{ ...SAME, thought: '' }])[0]).toMatchObject({ differences: ['thought'], unknown: [] });
  });
});

describe('the summary', () => {
  const steps = (runs: readonly ComparedStep[]) =>
    runs.map((one, index) => ({ ...one, number: index + 1, span: null }) as unknown as Step);
  const NONE = { values: undefined, valuesAt: undefined, failed: { a: false, b: false } };
  const text = (words: ReturnType<typeof summarySentence>) =>
    words.map((part) => (typeof part === 'string' ? part : 'tool' in part ? part.tool : part.step)).join('');
  const says = (a: ComparedStep[], b: ComparedStep[], more: Partial<Parameters<typeof summarySentence>[1]> = {}) =>
    text(summarySentence({ a: steps(a), b: steps(b) }, { ...NONE, pairs: align(a, b), ...more }));

  it('says with which values a call was made in each run, and which run failed', () => {
    const [a, b] = [run('read', 'get_order(id=1)', 'answer'), run('read', 'get_order(id=2)!', 'answer')];
    const pairs = align(a, b);
    const values = differingValues('{"id":8812,"all":true}', '{"all":true,"id":8813}');
    expect(says(a, b, { pairs, values, valuesAt: pairs[1]!, failed: { a: false, b: true } })).toBe(
      'Same first step; at step 2 get_order was called with id 8812 in A, 8813 in B; B failed.',
    );
    expect(says(a, b)).toBe('Same first step; at step 2 get_order was called with different arguments.');
  });

  it('says what one run did without the step that only the other has', () => {
    expect(says(run('search', 'read', 'answer'), run('search', 'verify', 'read', 'answer'))).toBe(
      'Same first step; at step 2 B called verify, A continued without it and called read.',
    );
    expect(says(run('search', 'read'), run('search'))).toBe('Same first step; at step 2 A called read, B had ended.');
  });

  it('begins with a difference in a text, and says where the runs first do something else', () => {
    const [a, b] = [run('search', 'read', 'answer'), run('search', 'fetch', 'answer')];
    a[0]!.thought = 'one';
    b[0]!.thought = 'two';
    expect(says(a, b)).toBe(
      'At step 1 the thoughts differ. The first different action is at step 2 A called read, B called fetch.',
    );
  });

  it('does not call runs equal where a text is known of one only', () => {
    const [a, b] = [run('search', 'read'), run('search', 'read')];
    expect(says(a, b)).toBe('No difference in 2 steps.');
    b[1]!.thought = 'two';
    expect(says(a, b)).toBe('No difference in 2 steps, as far as is known: thoughts unknown on A.');
  });

  it('does not say of one run what only the other did', () => {
    const response = (status: string, facts = {}) =>
      [
        { number: 1, kind: 'response', calls: [], span: { status, ...facts }, thought: { state: 'none' } },
      ] as unknown as Step[];
    const said = (a: Step[], b: Step[]) =>
      text(summarySentence({ a, b }, { ...NONE, pairs: [{ a: 0, b: 0, differences: ['outcome'], unknown: [] }] }));
    expect(said(response('error'), response('ok'))).toBe('At step 1 A failed in the model call, B returned no output.');
    expect(said(response('error'), response('unset', { partial: true }))).toBe(
      'At step 1 A failed in the model call, B had not answered yet.',
    );
  });

  it('sets the names of tools apart, and counts them', () => {
    const often = [step(Array.from({ length: 1200 }, () => 'fetch').join(' '))];
    const words = summarySentence(
      { a: steps(often), b: steps(run('dig read')) },
      { ...NONE, pairs: align(often, run('dig read')) },
    );
    expect(words.filter((part) => typeof part !== 'string' && 'tool' in part)).toEqual([
      { tool: 'fetch' },
      { tool: 'dig' },
      { tool: 'read' },
    ]);
    expect(says(often, run('dig'))).toContain('A called fetch 1,200 times, B called dig.');
  });
});

describe('the values of arguments', () => {
  it('are named by their path, and say what one side has not', () => {
    expect(
      differingValues(
        '{"changes":{"refund":{"lines":["A"],"all":true}}}',
        '{"changes":{"refund":{"lines":["B"],"all":true}}}',
      ),
    ).toEqual([{ name: 'changes.refund.lines', a: '["A"]', b: '["B"]' }]);
    expect(differingValues('{"limit":3}', '{}')).toEqual([{ name: 'limit', a: '3', b: undefined }]);
  });

  it('distinguish a number from a text of the same digits', () => {
    expect(differingValues('{"id":8812}', '{"id":"8812"}')).toEqual([{ name: 'id', a: '8812', b: '"8812"' }]);
  });

  it('are not listed where a sentence cannot hold them', () => {
    expect(differingValues('{"a":1,"b":1,"c":1}', '{"a":2,"b":2,"c":2}')).toBeUndefined();
    expect(differingValues('[1]', '[2]')).toBeUndefined();
  });
});

describe('rows', () => {
  const pairs = align(run('search', 'read', 'update', 'answer'), run('search', 'read', 'fetch', 'answer'));
  const shownRows = (options: Parameters<typeof foldRows>[1]) =>
    foldRows(pairs, options).map((row) =>
      row.kind === 'fold' ? `${row.from}–${row.to}` : `${stepParam(row.pair)}${row.isDifferent ? ' differs' : ''}`,
    );

  it('fold steps that agree, and only several of them', () => {
    expect(shownRows({ open: new Set(), onlyDifferences: false })).toEqual(['0–2', '3 differs', '4']);
    expect(shownRows({ open: new Set(['fold 0']), onlyDifferences: false })).toEqual([
      '0–2',
      '1',
      '2',
      '3 differs',
      '4',
    ]);
  });

  it('are only the differences when asked', () => {
    expect(shownRows({ open: new Set(), onlyDifferences: true })).toEqual(['3 differs']);
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
    expect(stepParam({ a: null, b: 6 })).toBe('b7');
  });
});

describe('texts', () => {
  const words = (a: string, b: string) => diffThoughts(a, b).parts.map((part) => `${part.in} ${part.text}`);

  it('are compared by word, also where words have no spaces', () => {
    expect(words('fetch both now', 'fetch one now')).toEqual(['both fetch ', 'a both', 'b one', 'both  now']);
    expect(words('我先查订单', '我先看订单')).toEqual(['both 我先', 'a 查', 'b 看', 'both 订单']);
  });

  it('with little in common are both whole, without marks', () => {
    const [a, b] = [
      'Two sources may disagree about this order, so both of them have to be read before anything is decided.',
      'The customer wrote in Norwegian; I answer briefly and ask for a photograph of the broken pole.',
    ];
    expect(diffThoughts(a, b)).toEqual({
      by: 'apart',
      parts: [
        { text: a, in: 'a' },
        { text: b, in: 'b' },
      ],
    });
    expect(diffThoughts(a, a.replace('order', 'parcel')).by).toBe('word');
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
    const ids = diffValues('{"id":12345678901234567890}', '{"id":12345678901234567891}');
    expect(ids.parts.map((part) => part.text.trim())).toContain('"id": 12345678901234567891');
    expect(diffValues('{"__proto__":1}', '{"__proto__":2}').parts).toHaveLength(4);
  });
});
