/**
 * Gemini's generateContent: what its bodies hold that the property tests of all readers do not. Shapes as on the wire
 * (providers.md §5.1).
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attribute } from '../../attribution/attribution.ts';
import type { Part } from '../../parts/part.ts';
import { sse } from '../../testing/wire.ts';
import { readResponse } from '../index.ts';

type Json = Record<string, unknown>;

const thought = (text: string, more: Json = {}) => ({ text, thought: true, ...more });
const call = (name: string, more: Json = {}) => ({ functionCall: { name, args: { a: 1 }, ...more } });
const signed = (part: Json, thoughtSignature = 'Cs') => ({ ...part, thoughtSignature });

function candidate(parts: readonly Json[], more: Json = {}): Json {
  return { content: { role: 'model', parts }, ...more };
}

function chunk(parts: readonly Json[], more: Json = {}): Json {
  return { candidates: [candidate(parts, more)], modelVersion: 'gemini-3-flash', responseId: 'r1' };
}

const read = (body: unknown) => readResponse({ body: JSON.stringify(body) });
const readStream = (...chunks: unknown[]) => readResponse({ body: sse(chunks) });
const whole = (...parts: Json[]) => read(chunk(parts, { finishReason: 'STOP' }))?.choices[0]?.parts ?? [];
const streamed = (...parts: Json[]) =>
  readStream(...parts.map((part) => chunk([part])), chunk([{ text: '' }], { finishReason: 'STOP' }))?.choices[0]
    ?.parts ?? [];

/** Kinds and texts, signatures behind a tilde. */
function outline(parts: readonly Part[]): string[] {
  return parts.map((part) => {
    const said = 'text' in part ? part.text : part.kind === 'tool_call' ? part.name : '';
    return `${part.kind} ${said}${'signature' in part ? `~${part.signature}` : ''}`.trim();
  });
}

const callsOf = (parts: readonly Part[]) => attribute(parts, { generateId: () => 'answer' }).calls;

describe('thoughts', () => {
  it('are blocks each when the body is whole, and one run when it streams', () => {
    const parts = [thought('One.'), thought('Two.'), call('f')];
    expect(callsOf(whole(...parts))[0]?.reasoning).toEqual(['One.', 'Two.']);
    expect(callsOf(streamed(...parts))[0]?.reasoning).toEqual(['One.Two.']);
  });
  it('are summaries, in the field that flags them', () =>
    expect(whole(thought('One.'))[0]).toMatchObject({ kind: 'reasoning', format: 'summary', field: 'thought' }));
  it('of Gemma are the thinking itself', () => {
    const body = { ...chunk([thought('hm')], { finishReason: 'STOP' }), modelVersion: 'gemma-4-26b-a4b-it' };
    expect(read(body)?.choices[0]?.parts[0]).toMatchObject({ format: 'parsed' });
  });
  it('interleave with calls', () => {
    const calls = callsOf(streamed(thought('A'), call('f'), thought('B'), { text: 'so' }, call('g')));
    expect(calls.map(({ name, reasoning, preamble }) => [name, reasoning, preamble])).toEqual([
      ['f', ['A'], null],
      ['g', ['B'], 'so'],
    ]);
  });
  it('that were still going on when the answer was cut say so', () => {
    const cut = readResponse({ body: sse([chunk([thought('Let me')])]), incomplete: true });
    expect(cut?.choices[0]?.parts).toMatchObject([{ text: 'Let me', incomplete: true }]);
  });
});

describe('a signature', () => {
  it('stays on the part it came on, and nothing is merged with that part', () =>
    expect(outline(streamed({ text: 'a' }, { text: 'b' }, signed({ text: 'c' }), { text: 'd' }))).toEqual([
      'hidden',
      'text ab',
      'text c~Cs',
      'text d',
    ]));
  it('does not split the text for the reader', () =>
    expect(callsOf(streamed({ text: 'a' }, signed({ text: 'b' }), { text: 'c' }))[0]?.arguments).toEqual({
      content: 'abc',
    }));
  it('alone is a hidden thought', () =>
    expect(whole(signed({ text: '' }), call('f'))).toMatchObject([
      { kind: 'hidden', encrypted: false, signature: 'Cs', field: 'thoughtSignature' },
      { kind: 'tool_call' },
    ]));
  it('in an empty text behind the answer, as streams end, belongs to that answer', () =>
    expect(outline(streamed({ text: '4' }, signed({ text: '' })))).toEqual(['hidden', 'text 4', 'text ~Cs']));
  it('in a part of nothing else is a hidden thought, too', () =>
    expect(outline(whole({ thoughtSignature: 'Cs' }))).toEqual(['hidden ~Cs']));
  it('on the first of parallel calls proves one thought, which both follow', () => {
    const parts = whole(signed(call('f')), call('g'));
    expect(outline(parts)).toEqual(['hidden', 'tool_call f~Cs', 'tool_call g']);
    expect(callsOf(parts).map(({ state, reasoningRef }) => [state, reasoningRef])).toEqual([
      ['withheld', null],
      ['withheld', null],
    ]);
  });
  it('behind a thought that can be read proves no other', () =>
    expect(outline(whole(thought('A'), signed(call('f'))))).toEqual(['reasoning A', 'tool_call f~Cs']));
  it('on a later call proves a thought of its own, and the reference stays', () => {
    const parts = whole(thought('A'), call('f', { id: 'c1' }), signed(call('g')));
    expect(outline(parts)).toEqual(['reasoning A', 'tool_call f', 'hidden', 'tool_call g~Cs']);
    expect(callsOf(parts)[1]).toMatchObject({ state: 'withheld', reasoningRef: 'c1', reasoning: [] });
  });
  it('stays on the thought itself', () => {
    expect(outline(streamed(thought('A'), thought('', { thoughtSignature: 'Cs' }), call('f')))).toEqual([
      'reasoning A',
      'reasoning ~Cs',
      'tool_call f',
    ]);
    expect(outline(whole(signed(thought('A')), thought('B')))).toEqual(['reasoning A~Cs', 'reasoning B']);
  });
});

describe('ids of calls', () => {
  it('are the provider’s where it gives some', () =>
    expect(whole(call('f', { id: 'c1' }))).toMatchObject([{ id: 'c1', itemType: 'functionCall', type: 'function' }]));
  it('are made where it gives none, differ, and are the same when the answer is read again', () => {
    const twice = [streamed(call('f'), call('f')), streamed(call('f'), call('f'))];
    const ids = twice.map((parts) => callsOf(parts).map(({ id }) => id));
    expect(ids[0]).toEqual(ids[1]);
    expect(new Set(ids[0]).size).toBe(2);
    expect(callsOf(twice[0] ?? []).every(({ idGenerated }) => idGenerated)).toBe(true);
  });
  it('differ between answers without an id of their own', () => {
    const body = { candidates: [candidate([call('f')])] };
    const id = () => callsOf(read(body)?.choices[0]?.parts ?? [])[0]?.id;
    expect(id()).not.toBe(id());
  });
});

describe('tools that the provider runs', () => {
  const code = { executableCode: { language: 'PYTHON', code: 'print(1/0)' } };
  const result = (outcome: string, output: string, more: Json = {}) => ({
    codeExecutionResult: { outcome, output, ...more },
  });
  it('carry their result: code that ran', () =>
    expect(callsOf(whole(thought('A'), code, result('OUTCOME_OK', '1')))).toMatchObject([
      {
        name: 'executableCode',
        arguments: { language: 'PYTHON', code: 'print(1/0)' },
        type: 'server',
        idGenerated: true,
        reasoning: ['A'],
        result: { outcome: 'OUTCOME_OK', output: '1' },
      },
    ]));
  it('carry their result: code that gave some output and then failed', () =>
    expect(callsOf(whole(code, result('OUTCOME_OK', 'ok\n'), result('OUTCOME_FAILED', 'division')))).toMatchObject([
      { result: { outcome: 'OUTCOME_FAILED', output: 'ok\ndivision' }, status: 'error' },
    ]));
  it('carry their result by id, where there is one', () => {
    const first = { executableCode: { id: 'x1', language: 'PYTHON', code: '1' } };
    const calls = callsOf(whole(first, code, result('OUTCOME_OK', 'one', { id: 'x1' }), result('OUTCOME_OK', 'two')));
    expect(calls.map(({ id, result: got }) => [id.slice(0, 2), (got as Json).output])).toEqual([
      ['x1', 'one'],
      ['ca', 'two'],
    ]);
    expect(calls[0]?.arguments).toEqual({ language: 'PYTHON', code: '1' });
  });
  it('carry their result: calls of server-side tools', () =>
    expect(
      callsOf(
        whole(
          { toolCall: { id: 't1', toolType: 'GOOGLE_SEARCH_WEB', args: { queries: ['x'] } } },
          { toolResponse: { id: 't1', toolType: 'GOOGLE_SEARCH_WEB', response: { found: 1 } } },
        ),
      ),
    ).toMatchObject([
      { id: 't1', name: 'GOOGLE_SEARCH_WEB', itemType: 'toolCall', type: 'server', result: { found: 1 } },
    ]));
  it('keep the signature of a result', () =>
    expect(
      whole(
        signed({ toolCall: { toolType: 'URL_CONTEXT' } }),
        signed({ toolResponse: { toolType: 'URL_CONTEXT', response: {} } }, 'C2'),
        code,
        signed(result('OUTCOME_OK', '1'), 'C3'),
        result('OUTCOME_OK', '2'),
      ),
    ).toMatchObject([
      { kind: 'hidden' },
      { kind: 'tool_call', signature: 'Cs' },
      { kind: 'tool_result', signature: 'C2' },
      { kind: 'tool_call' },
      { kind: 'tool_result', signature: 'C3', result: { output: '12' } },
    ]));
  it('are not calls when only the grounding mentions them', () => {
    const groundingMetadata = { webSearchQueries: ['x'] };
    const body = { candidates: [candidate([{ text: 'So.' }], { finishReason: 'STOP', groundingMetadata })] };
    expect(callsOf(read(body)?.choices[0]?.parts ?? []).map(({ name }) => name)).toEqual(['text_output']);
  });
  it('and media are kept by name', () =>
    expect(
      whole({ inlineData: { mimeType: 'image/png', data: 'iV' } }, result('OUTCOME_OK', ''), { next: {} }),
    ).toEqual([
      {
        kind: 'other',
        providerType: 'inlineData',
        media: { kind: 'image', mimeType: 'image/png', bytes: 1, omitted: 'type' },
      },
      { kind: 'other', providerType: 'codeExecutionResult' },
      { kind: 'other', providerType: 'next' },
    ]));
});

describe('the end of an answer', () => {
  it.each([
    ['STOP', false],
    ['MAX_TOKENS', true],
    ['SAFETY', true],
    ['CONTINUATION', false],
  ])('with %s: incomplete is %s', (finishReason, incomplete) => {
    const response = readStream(chunk([{ text: 'So' }], { finishReason }));
    expect(response).toMatchObject({ finishReason, incomplete });
  });
  it.each([
    [1, 'STOP', false],
    [2, 'MAX_TOKENS', true],
    [4, 'RECITATION', true],
    [11, '11', false],
  ])('given as the number %s is %s', (number, finishReason, incomplete) =>
    expect(readStream(chunk([{ text: 'So' }], { finishReason: number }))).toMatchObject({ finishReason, incomplete }),
  );
  it('may come after one that was none: the last word counts', () =>
    expect(
      readStream(chunk([call('f')], { finishReason: 'STOP' }), chunk([{ text: 'on' }], { finishReason: 'MAX_TOKENS' })),
    ).toMatchObject({ finishReason: 'MAX_TOKENS', incomplete: true }));
  it('is missing in a stream that was cut', () => expect(readStream(chunk([{ text: 'So' }]))?.incomplete).toBe(true));
  it('at the limit before a word was said has no content, and all its tokens are thinking', () => {
    const usageMetadata = { promptTokenCount: 10, thoughtsTokenCount: 90, totalTokenCount: 100 };
    const response = read({ candidates: [{ finishReason: 'MAX_TOKENS', index: 0 }], usageMetadata });
    expect(response).toMatchObject({
      incomplete: true,
      choices: [{ index: 0, parts: [] }],
      usage: { input: 10, output: 90, reasoning: 90 },
    });
  });
  it('by a call that cannot be run reports the call', () => {
    const finishMessage = 'Malformed function call: print(f(1))';
    const response = read({ candidates: [{ finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage }] });
    expect(response).toMatchObject({
      incomplete: true,
      error: { type: 'MALFORMED_FUNCTION_CALL', message: finishMessage },
    });
  });
  it.each([
    ['the prompt was blocked', { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }, 'PROHIBITED_CONTENT', ''],
    [
      'the prompt was blocked, and Vertex says why',
      { promptFeedback: { blockReason: 'SAFETY', blockReasonMessage: 'No.' } },
      'SAFETY',
      'No.',
    ],
    ['the answer was', { candidates: [{ content: {}, finishReason: 'SAFETY' }] }, 'SAFETY', ''],
    [
      'the answer was, and Vertex says why',
      { candidates: [{ finishReason: 'MODEL_ARMOR', finishMessage: 'It violated filters.' }] },
      'MODEL_ARMOR',
      'It violated filters.',
    ],
  ])('is a refusal where %s', (_, body, ...[finishReason, content]) => {
    for (const response of [read(body), readStream(body)]) {
      expect(response).toMatchObject({ finishReason, incomplete: false });
      expect(callsOf(response?.choices[0]?.parts ?? [])).toMatchObject([{ refusal: true, arguments: { content } }]);
    }
  });
  it('by an error inside the stream keeps what came before it', () => {
    const error = { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' };
    for (const response of [readStream(chunk([thought('A')]), { error }), read([chunk([thought('A')]), { error }])]) {
      expect(response).toMatchObject({ incomplete: true, error: { type: 'UNAVAILABLE', message: error.message } });
      expect(outline(response?.choices[0]?.parts ?? [])).toEqual(['reasoning A']);
    }
  });
  it('by the token limit of a request goes on with the next', () =>
    expect(
      readStream(
        chunk([{ text: 'a' }], { continuationToken: 'T1' }),
        chunk([{ text: 'b' }], { finishReason: 'CONTINUATION', continuationToken: 'T2' }),
      ),
    ).toMatchObject({ continues: 'output', continuationToken: 'T2', incomplete: false }));
  it('of itself leads nowhere, even after checkpoints', () =>
    expect(
      readStream(chunk([{ text: 'a' }], { continuationToken: 'T1' }), chunk([{ text: 'b' }], { finishReason: 'STOP' })),
    ).not.toHaveProperty('continues'));
});

describe('a response', () => {
  it('has a choice per candidate, and their thoughts never mix', () => {
    const two = (index: number, text: string) => candidate([thought(text)], { index, finishReason: 'STOP' });
    const bodies = [
      read({ candidates: [two(1, 'B'), two(0, 'A')] }),
      readStream({ candidates: [two(1, 'B')] }, { candidates: [two(0, 'A')] }),
    ];
    for (const response of bodies) {
      expect(response?.incomplete).toBe(false);
      expect(response?.choices.map(({ index, parts }) => [index, outline(parts)])).toEqual([
        [0, ['reasoning A']],
        [1, ['reasoning B']],
      ]);
    }
  });
  it('is read from its candidates, for any host, and from the last figures of its stream', () => {
    const usage = (thoughtsTokenCount: number, more: Json = {}) => ({
      usageMetadata: { promptTokenCount: 53, thoughtsTokenCount, ...more },
    });
    const response = readStream(
      { ...chunk([thought('A')]), ...usage(20, { totalTokenCount: 73 }) },
      {
        ...chunk([{ text: 'B' }], { finishReason: 'STOP' }),
        ...usage(65, { candidatesTokenCount: 15, totalTokenCount: 133 }),
      },
    );
    expect(response).toMatchObject({
      api: 'gemini.generateContent',
      id: 'r1',
      model: 'gemini-3-flash',
      usage: { input: 53, output: 80, reasoning: 65, reasoningSource: 'reported' },
    });
  });
  it('of Code Assist says the same inside its wrapper', () => {
    const event = chunk([thought('A'), call('f', { id: 'c1' })], { finishReason: 'STOP' });
    expect(read({ response: event })).toEqual(read(event));
    expect(readStream({ response: event, traceId: 't' })).toEqual(readStream(event));
  });
  it('that is one array gives what stood in it whole when it was cut', () => {
    const source = JSON.stringify([chunk([thought('A')]), chunk([thought('BC')])]);
    const parts = (end: number) =>
      outline(readResponse({ body: source.slice(0, end), incomplete: true })?.choices[0]?.parts ?? []);
    expect(parts(source.indexOf('BC') + 1)).toEqual(['reasoning A']);
    expect(parts(source.length - 1)).toEqual(['reasoning ABC']);
  });
});

const NAMES = ['text', 'thought', 'thoughtSignature', 'functionCall', 'function_call', 'name', 'args', 'partialArgs'];
const MORE_NAMES = ['jsonPath', 'stringValue', 'willContinue', 'executableCode', 'codeExecutionResult', 'output', 'id'];
const LAST_NAMES = ['toolCall', 'toolResponse', 'functionResponse', 'response', '__proto__', 'toString', 'error'];

it('of any shape never throws, streamed or whole, and its parts can be attributed', () => {
  const name = fc.constantFrom(...NAMES, ...MORE_NAMES, ...LAST_NAMES);
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<unknown>('x', '', '$.a[0]', true, null, 0, -1),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(name, tie('value'), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(fc.array(value, { maxLength: 5 }), value, (parts, other) => {
      const body = { candidates: [{ content: { parts }, finishReason: other, index: other }, other], error: other };
      const hostile = { ...body, promptFeedback: { blockReason: other }, usageMetadata: other, responseId: other };
      for (const response of [read(hostile), readStream(hostile, hostile), read([hostile])]) {
        for (const choice of response?.choices ?? []) JSON.stringify(attribute(choice.parts));
      }
    }),
    { numRuns: 300 },
  );
});
