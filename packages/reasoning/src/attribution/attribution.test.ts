import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attribute, type AttributeOptions } from './attribution.ts';
import type { AttributedResponse } from '../parts/call.ts';
import type { Part, ReasoningFormat, TextPart, ToolCallPart } from '../parts/part.ts';
import { REDACTED_THINKING } from '../thinking/thinking-state.ts';
import { arbitraryParts } from '../testing/arbitraries.ts';

let nextKey = 0;
const key = () => `k${(nextKey += 1)}`;
const R = (text: string, format: ReasoningFormat = 'parsed'): Part => ({
  kind: 'reasoning',
  key: key(),
  text,
  format,
  field: 'reasoning_content',
});
const REDACTED = (): Part => ({ kind: 'redacted', key: key(), format: 'anthropic', field: 'thinking' });
const HIDDEN = (encrypted = true): Part => ({
  kind: 'hidden',
  key: key(),
  encrypted,
  format: 'summary',
  field: 'encrypted_content',
});
const T = (text: string, more: Partial<TextPart> = {}): Part => ({ kind: 'text', key: key(), text, ...more });
const C = (id: string, more: Partial<ToolCallPart> = {}): Part => ({
  kind: 'tool_call',
  id,
  name: id,
  arguments: {},
  itemType: 'tool_use',
  type: 'function',
  ...more,
});
const RESULT = (callId: string, result?: unknown): Part => ({ kind: 'tool_result', callId, result });

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Who has which thoughts, said what before, and refers to whom. */
function outline(parts: Part[], options?: AttributeOptions) {
  const { calls, trailing } = attribute(parts, options);
  const rows = calls.map((call) => [call.name, call.reasoning, call.preamble, call.reasoningRef]);
  return trailing ? [...rows, ['…', trailing.reasoning, trailing.text]] : rows;
}

describe('thoughts go to the call they led to', () => {
  it('R1 call1 R2 text call2', () =>
    expect(outline([R('1'), C('a'), R('2'), T('so'), C('b')])).toEqual([
      ['a', ['1'], null, null],
      ['b', ['2'], 'so', null],
    ]));
  it('R1 text R2 call1: text does not reset', () =>
    expect(outline([R('1'), T('so'), R('2'), C('a')])).toEqual([['a', ['1', '2'], 'so', null]]));
  it('R1 call1 call2 call3: the others refer to the first', () =>
    expect(outline([R('1'), C('a'), C('b'), C('c')])).toEqual([
      ['a', ['1'], null, null],
      ['b', [], null, 'a'],
      ['c', [], null, 'a'],
    ]));
  it('[redacted] R1 call1', () =>
    expect(outline([REDACTED(), R('1'), C('a')])).toEqual([['a', [REDACTED_THINKING, '1'], null, null]]));
  it('call1 with nothing before it', () => expect(outline([C('a')])).toEqual([['a', [], null, null]]));
  it('R1 search result R2 call1: a result resets nothing', () =>
    expect(outline([R('1'), C('search'), RESULT('search'), R('2'), C('a')])).toEqual([
      ['search', ['1'], null, null],
      ['a', ['2'], null, null],
    ]));
  it('R1 search result text: the text trails, and is no answer of its own', () =>
    expect(outline([R('1'), C('search'), RESULT('search'), T('found')])).toEqual([
      ['search', ['1'], null, null],
      ['…', [], 'found'],
    ]));
  it('R1 text: the answer, which has no preamble', () =>
    expect(outline([R('1'), T('42')])).toEqual([['text_output', ['1'], null, null]]));
  it('a block of white space counts as absent, so the reference applies', () =>
    expect(outline([R('1'), C('a'), R('  \n'), C('b')])).toEqual([
      ['a', ['1'], null, null],
      ['b', [], null, 'a'],
    ]));
  it('pieces of one key join without a space, keys join with a blank line', () => {
    const pieces: Part[] = [
      { kind: 'text', key: 'one', text: 'Look' },
      { kind: 'text', key: 'one', text: 'ing.' },
      { kind: 'text', key: 'two', text: 'Still.' },
    ];
    expect(outline([...pieces, C('a')])).toEqual([['a', [], 'Looking.\n\nStill.', null]]);
  });
  it('white space between two texts parts them as it stands, and before the first it stays', () => {
    expect(outline([T('\n\n'), R('1'), T('Looking.'), C('a')])).toEqual([['a', ['1'], '\n\nLooking.', null]]);
    expect(outline([T('Looking.'), R('1'), T('\n'), R('2'), T('Still.'), C('a')])).toEqual([
      ['a', ['1', '2'], 'Looking.\nStill.', null],
    ]);
    expect(outline([T('Looking.'), R('1'), T(''), R('2'), T('Still.'), C('a')])).toEqual([
      ['a', ['1', '2'], 'Looking.\n\nStill.', null],
    ]);
  });
  it('white space alone is no preamble', () =>
    expect(outline([R('1'), T('\n'), C('a')])).toEqual([['a', ['1'], null, null]]));
  it('one redacted block in pieces is one placeholder, two blocks are two', () => {
    const piece: Part = { kind: 'redacted', key: 'same', format: 'anthropic', field: 'thinking' };
    expect(outline([piece, piece, REDACTED(), C('a')])).toEqual([
      ['a', [REDACTED_THINKING, REDACTED_THINKING], null, null],
    ]);
  });
  it('thoughts are kept verbatim', () =>
    expect(outline([R(' \n1\n'), C('a')])).toEqual([['a', [' \n1\n'], null, null]]));
  it('nothing at all is no answer', () => expect(outline([])).toEqual([]));
});

describe('an answer without tools', () => {
  it('is a pseudo call with a random UUID and the text as content', () => {
    const [call] = attribute([R('1'), T('4'), T('2')]).calls;
    expect(call).toMatchObject({
      name: 'text_output',
      idGenerated: true,
      type: 'answer',
      arguments: { content: '4\n\n2' },
    });
    expect(call?.id).toMatch(UUID);
  });
  it('has its text verbatim, white space before a thought included', () => {
    expect(attribute([T('\n\n'), R('1'), T('42')]).calls[0]?.arguments).toEqual({ content: '\n\n42' });
    expect(attribute([R('1'), T('\n')]).calls[0]?.arguments).toEqual({ content: '\n' });
  });
  it('that is white space alone is none, nor does it trail', () => {
    expect(attribute([T('\n')]).calls).toEqual([]);
    expect(attribute([C('a'), T('\n')]).trailing).toBeNull();
  });
  it('takes its id from the caller where ids must be derived', () =>
    expect(attribute([T('42')], { generateId: () => 'derived' }).calls[0]?.id).toBe('derived'));
  it('that is a refusal says so', () =>
    expect(attribute([T('No.', { refusal: true })]).calls[0]).toMatchObject({
      refusal: true,
      arguments: { content: 'No.' },
    }));
  it('that thought and said nothing is an answer all the same', () =>
    expect(outline([R('1')])).toEqual([['text_output', ['1'], null, null]]));
  it('is the next one to refer to', () => {
    const { calls, lastReasoningCallId } = attribute([R('1'), T('42')]);
    expect(lastReasoningCallId).toBe(calls[0]?.id);
  });
});

describe('references across responses', () => {
  it('a call without thoughts refers to the last call of the response before', () =>
    expect(outline([C('b')], { lastReasoningCallId: 'a' })).toEqual([['b', [], null, 'a']]));
  it('own thoughts need no reference', () =>
    expect(outline([R('1'), C('b')], { lastReasoningCallId: 'a' })).toEqual([['b', ['1'], null, null]]));
  it('the last call with thoughts is handed on', () => {
    expect(attribute([R('1'), C('a'), C('b')]).lastReasoningCallId).toBe('a');
    expect(attribute([C('b')], { lastReasoningCallId: 'a' }).lastReasoningCallId).toBe('a');
    expect(attribute([C('b')]).lastReasoningCallId).toBeNull();
  });
});

describe('calls that a program of the model issued', () => {
  it('refer to the program and take nothing that is pending', () =>
    expect(outline([R('1'), C('program'), R('2'), C('child', { parentId: 'program' }), C('next')])).toEqual([
      ['program', ['1'], null, null],
      ['child', [], null, 'program'],
      ['next', ['2'], null, null],
    ]));
  it('refer to what the program refers to, when it had no thoughts', () =>
    expect(outline([R('1'), C('a'), C('program'), C('child', { parentId: 'program' })]).at(-1)).toEqual([
      'child',
      [],
      null,
      'a',
    ]));
  it('count as any other when the program is unknown', () =>
    expect(outline([R('1'), C('child', { parentId: 'elsewhere' })])).toEqual([['child', ['1'], null, null]]));
});

describe('agents of one response', () => {
  it('never share thoughts, though their items interleave', () => {
    const as = (part: Part, agent: string): Part => ({ ...part, agent }) as Part;
    expect(outline([as(R('x'), 'one'), as(R('y'), 'two'), as(C('a'), 'two'), as(C('b'), 'one')])).toEqual([
      ['a', ['y'], null, null],
      ['b', ['x'], null, null],
    ]);
  });
});

describe('results that came in the same response', () => {
  it('are on their call', () => {
    const [call] = attribute([C('search'), RESULT('search', [{ url: 'x' }])]).calls;
    expect(call).toMatchObject({ result: [{ url: 'x' }] });
  });
});

describe('what is known of the thinking', () => {
  const states = (parts: Part[], options?: AttributeOptions) => {
    const response = attribute(parts, options);
    return [response.state, ...response.calls.map((call) => call.state)];
  };
  it.each([
    ['verbatim text', [R('1'), C('a'), C('b')], undefined, ['readable', 'readable', 'shared']],
    ['a summary', [R('1', 'summary'), C('a')], 9, ['summary', 'summary']],
    ['a redacted block', [REDACTED(), C('a')], 9, ['redacted', 'redacted']],
    [
      'an encrypted block, which gives no reference',
      [HIDDEN(), C('a'), C('b')],
      9,
      ['encrypted', 'encrypted', 'encrypted'],
    ],
    ['a signature without text', [HIDDEN(false), C('a')], undefined, ['withheld', 'withheld']],
    ['tokens and no sign at all', [T('hm'), C('a'), C('b')], 128, ['withheld', 'withheld', 'withheld']],
    ['a reported 0', [C('a')], 0, ['none', 'none']],
    ['nothing said', [C('a')], undefined, ['unreported', 'unreported']],
    ['text later on', [C('a'), R('1'), C('b')], 9, ['readable', 'unreported', 'readable']],
  ] as [string, Part[], number | undefined, string[]][])('%s', (...[, parts, reasoning, expected]) =>
    expect(states(parts, reasoning === undefined ? {} : { usage: { reasoning, reasoningSource: 'reported' } })).toEqual(
      expected,
    ),
  );
});

describe('tokens of thinking', () => {
  const usage = { output: 100, reasoning: 10, reasoningSource: 'reported' as const };
  const tokens = (response: AttributedResponse) =>
    [...response.calls, ...(response.trailing ? [response.trailing] : [])].map((holder) => [
      holder.reasoningTokens,
      holder.reasoningTokensSource,
    ]);

  it('of one thought are as reported, and only its owner is paid', () =>
    expect(tokens(attribute([R('1'), C('a'), C('b')], { usage }))).toEqual([
      [10, 'reported'],
      [undefined, undefined],
    ]));
  it('of several are split by length so that the sum is exact', () =>
    expect(tokens(attribute([R('aa'), C('a'), R('a'), C('b'), R('a'), T('t')], { usage }))).toEqual([
      [5, 'apportioned'],
      [3, 'apportioned'],
      [2, 'apportioned'],
    ]));
  it('of a hidden thought are its own', () =>
    expect(tokens(attribute([HIDDEN(), C('a')], { usage }))).toEqual([[10, 'reported']]));
  it('of thinking without a sign go to the first call', () =>
    expect(tokens(attribute([C('a'), C('b')], { usage }))).toEqual([
      [10, 'reported'],
      [undefined, undefined],
    ]));
  it('that were subtracted stay marked', () =>
    expect(tokens(attribute([R('1'), C('a')], { usage: { ...usage, reasoningSource: 'derived' } }))).toEqual([
      [10, 'derived'],
    ]));
  it('are unknown, not 0, when nothing was said', () =>
    expect(tokens(attribute([R('1'), C('a')]))).toEqual([[undefined, undefined]]));
  it('of a thought after the last call trail, even when nothing of it can be read', () => {
    const response = attribute([HIDDEN(), C('a'), HIDDEN()], { usage });
    expect(tokens(response)).toEqual([
      [5, 'apportioned'],
      [5, 'apportioned'],
    ]);
    expect(response.trailing).toMatchObject({ reasoning: [], text: null, state: 'encrypted' });
  });
});

describe('the sealed form of a thought that can be read', () => {
  const usage = { output: 100, reasoning: 10, reasoningSource: 'reported' } as const;
  const sealed = (): Part => ({ ...HIDDEN(), beside: true }) as Part;

  it('is no second thought: it has no call, no tokens and nothing that trails', () => {
    const { calls, trailing } = attribute([R('1'), C('a'), sealed(), C('b'), sealed()], { usage });
    expect(calls).toMatchObject([
      { id: 'a', state: 'readable', reasoningTokens: 10, reasoningTokensSource: 'reported' },
      { id: 'b', state: 'shared', reasoningRef: 'a' },
    ]);
    expect(calls[1]).not.toHaveProperty('reasoningTokens');
    expect(trailing).toBeNull();
  });
  it('does not cut the thought in which it stands', () => {
    const piece = (text: string): Part => ({ ...R(text), key: 'one' }) as Part;
    expect(outline([piece('th'), sealed(), piece('ink'), C('a')])).toEqual([['a', ['think'], null, null]]);
  });
});

describe('tokens that were not reported', () => {
  /** A tokenizer whose tokens are words. */
  const countTokens = (text: string) => text.split(/\s+/).filter((word) => word !== '').length;
  const estimated = (parts: Part[], options: AttributeOptions = {}) =>
    attribute(parts, { countTokens, ...options }).calls.map((call) => [
      call.reasoningTokens,
      call.reasoningTokensSource,
    ]);
  const unknown = [undefined, undefined];

  it('are the output by the share of its tokens that was verbatim thinking', () => {
    expect(estimated([R('one two three'), T('four')], { usage: { output: 40 } })).toEqual([[30, 'estimated']]);
    const call = C('five', { arguments: { of: 'six seven' } });
    expect(estimated([R('one two three'), T('four'), call], { usage: { output: 70 } })).toEqual([[30, 'estimated']]);
  });
  it('are the bare count when no output was reported', () => {
    expect(estimated([R('one two three'), T('four')])).toEqual([[3, 'estimated']]);
    expect(estimated([R('one two three'), C('a')], { usage: { input: 9 } })).toEqual([[3, 'estimated']]);
  });
  it('are the bare count when the output is that of the start of a stream that broke off', () =>
    expect(estimated([R('one two three'), T('four five six')], { usage: { output: 2 } })).toEqual([[3, 'estimated']]));
  it('are split by length like those that were, and stay estimates', () =>
    expect(estimated([R('one two'), C('a'), R('six ten'), C('b')])).toEqual([
      [2, 'estimated'],
      [2, 'estimated'],
    ]));
  it('stay unknown without a tokenizer', () =>
    expect(estimated([R('one two'), C('a')], { usage: { output: 50 }, countTokens: undefined } as never)).toEqual([
      unknown,
    ]));
  it.each([
    ['a summary', [R('one', 'summary'), T('two')]],
    ['a summary beside verbatim thinking', [R('one', 'summary'), C('a'), R('two'), C('b')]],
    ['what is hidden', [HIDDEN(), T('two')]],
    ['what is hidden, beside verbatim thinking', [R('one'), C('a'), HIDDEN(), C('b')]],
    ['what is hidden, before the same call', [R('one'), HIDDEN(false), C('a')]],
    ['what is redacted', [REDACTED(), R('one'), T('two')]],
    ['nothing', [T('two')]],
  ])('are never made from %s', (_, parts) => {
    for (const tokens of estimated(parts, { usage: { output: 50 } })) expect(tokens).toEqual(unknown);
  });
  it('are not made where the provider spoke, be it of 0', () => {
    expect(estimated([R('one'), C('a')], { usage: { output: 50, reasoning: 7, reasoningSource: 'derived' } })).toEqual([
      [7, 'derived'],
    ]);
    expect(estimated([R('one'), C('a')], { usage: { output: 50, reasoning: 0 } })).toEqual([[0, 'reported']]);
  });
  it.each([
    ['throws', () => JSON.parse('{') as number],
    ['counts nothing', () => Number.NaN],
    ['counts less than nothing', () => -1],
  ])('stay unknown when the tokenizer %s', (_, broken) =>
    expect(estimated([R('one'), C('a')], { countTokens: broken })).toEqual([unknown]),
  );
});

describe('for any parts', () => {
  it('every character of thinking ends up in exactly one place', () => {
    fc.assert(
      fc.property(arbitraryParts, (parts) => {
        const { calls, trailing } = attribute(parts);
        const placed = [...calls, ...(trailing ? [trailing] : [])].flatMap((holder) => holder.reasoning);
        const characters = (texts: string[]) =>
          [...texts.join('')]
            .filter((character) => character.trim() !== '')
            .sort()
            .join('');
        const sent = parts.flatMap((part) => (part.kind === 'reasoning' ? part.text : []));
        const visible = placed.filter((text) => text !== REDACTED_THINKING);
        expect(characters(visible)).toBe(characters(sent.filter((text) => text !== REDACTED_THINKING)));
      }),
    );
  });

  it('the tokens of all thoughts add up to what was reported', () => {
    fc.assert(
      fc.property(arbitraryParts, fc.nat({ max: 2 ** 50 }), (parts, reasoning) => {
        const { calls, trailing } = attribute(parts, { usage: { reasoning, reasoningSource: 'reported' } });
        const paid = [...calls, ...(trailing ? [trailing] : [])].flatMap((holder) => holder.reasoningTokens ?? []);
        if (paid.length > 0) expect(paid.reduce((left, right) => left + right, 0)).toBe(reasoning);
      }),
    );
  });

  it('cutting texts into pieces of the same key changes nothing', () => {
    fc.assert(
      fc.property(arbitraryParts, fc.nat(), (parts, cut) => {
        const generateId = () => 'derived';
        const pieces = parts.flatMap((part): Part[] => {
          if (part.kind !== 'reasoning' && part.kind !== 'text') return [part];
          const at = cut % (part.text.length + 1);
          return [
            { ...part, text: part.text.slice(0, at) },
            { ...part, text: part.text.slice(at) },
          ];
        });
        expect(attribute(pieces, { generateId })).toEqual(attribute(parts, { generateId }));
      }),
    );
  });

  it('the parts themselves are left as they were', () => {
    fc.assert(
      fc.property(arbitraryParts, (parts) => {
        const before = structuredClone(parts);
        attribute(parts);
        expect(parts).toEqual(before);
      }),
    );
  });
});
