/**
 * Arguments of Gemini's calls that come in pieces, as Vertex streams them with `streamFunctionCallArguments`
 * (providers.md §5.1).
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attribute } from '../../attribution/attribution.ts';
import { sse } from '../../testing/wire.ts';
import { readResponse } from '../index.ts';

type Json = Record<string, unknown>;

const chunk = (parts: readonly Json[], more: Json = {}) => ({ candidates: [{ content: { parts }, ...more }] });
const streamed = (...parts: Json[]) =>
  readResponse({ body: sse([...parts.map((part) => chunk([part])), chunk([{ text: '' }], { finishReason: 'STOP' })]) })
    ?.choices[0]?.parts ?? [];

describe('arguments in pieces', () => {
  const start = { functionCall: { name: 'cook', willContinue: true } };
  const piece = (jsonPath: string, value: Json, more = true) => ({
    functionCall: { partialArgs: [{ jsonPath, ...value }], ...(more && { willContinue: true }) },
  });
  const argumentsOf = (...parts: Json[]) => attribute(streamed(...parts)).calls.map((made) => made.arguments);

  it('are put together by their paths, texts piece by piece', () =>
    expect(
      argumentsOf(
        start,
        piece('$.dish.name', { stringValue: 'Lasa', willContinue: true }),
        { text: '' },
        piece('$.dish.name', { stringValue: 'gna', willContinue: true }),
        piece('$.dish.name', { stringValue: '' }),
        piece('$.dish.steps[0].minutes', { numberValue: 0.5 }),
        piece('$.dish.steps[0].hot', { boolValue: true }),
        { functionCall: { willContinue: true } },
        piece("$.dish.steps[1]['a.b']", { nullValue: 'NULL_VALUE' }),
        { functionCall: {} },
      ),
    ).toEqual([{ dish: { name: 'Lasagna', steps: [{ minutes: 0.5, hot: true }, { 'a.b': null }] } }]));
  it('end without an empty call, too, and a call without any has {}', () =>
    expect(argumentsOf(start, piece('$.a', { stringValue: 'x' }, false), start, { functionCall: {} })).toEqual([
      { a: 'x' },
      {},
    ]));
  it('belong to the call that is open, which may repeat its name, and not to the next of that name', () =>
    expect(
      argumentsOf(
        start,
        { functionCall: { name: 'cook', partialArgs: [{ jsonPath: '$.a', numberValue: 1 }], willContinue: true } },
        start,
        piece('$.b', { numberValue: 2 }),
        { functionCall: {} },
      ),
    ).toEqual([{ a: 1 }, { b: 2 }]));
  it('belong to the call that is open, also between two of one name', () =>
    expect(
      argumentsOf(
        start,
        piece('$.a', { stringValue: '1' }),
        { functionCall: {} },
        start,
        piece('$.a', { stringValue: '2' }),
        { functionCall: {} },
      ),
    ).toEqual([{ a: '1' }, { a: '2' }]));
  it('keep the signature of their call', () =>
    expect(
      streamed({ ...start, thoughtSignature: 'Cs' }, piece('$.a', { stringValue: '1' }), { functionCall: {} }),
    ).toMatchObject([{ kind: 'hidden' }, { name: 'cook', signature: 'Cs', arguments: { a: '1' } }]));
  it('that were cut make the call incomplete', () => {
    const chunks = [start, piece('$.a', { stringValue: 'x', willContinue: true })].map((part) => chunk([part]));
    const parts = readResponse({ body: sse(chunks), incomplete: true })?.choices[0]?.parts;
    expect(parts).toMatchObject([{ kind: 'tool_call', arguments: { a: 'x' }, incomplete: true }]);
  });
  it.each([
    '$',
    '',
    '.a',
    '$.a[*]',
    '$..a',
    '$[999999999]',
    '$.list[7]',
    '$.text.deeper',
    `$${'.a'.repeat(101)}`,
    `$${'[0]'.repeat(5000)}`,
  ])('at the place %j are left out, and the call says so', (path) => {
    const parts = streamed(
      start,
      piece('$.text', { stringValue: 'x' }),
      piece('$.list[0]', { numberValue: 1 }),
      piece(path, { stringValue: 'y' }),
      { functionCall: {} },
    );
    expect(parts).toMatchObject([{ arguments: { text: 'x', list: [1] }, incomplete: true }]);
  });
  it('never touch the prototype', () => {
    const made = argumentsOf(
      start,
      piece('$.__proto__.polluted', { stringValue: 'yes' }),
      piece('$.constructor.prototype.polluted', { stringValue: 'yes' }),
      { functionCall: {} },
    );
    expect({}).not.toHaveProperty('polluted');
    expect(Object.keys(made[0] as Json)).toEqual(['__proto__', 'constructor']);
  });
  it('never throw for any path', () => {
    const letter = fc.constantFrom('$', '.', '[', ']', "'", '"', '\\', '0', '9', 'a', '*', ' ');
    const path = fc.array(letter, { maxLength: 20 }).map((letters) => letters.join(''));
    fc.assert(
      fc.property(fc.array(path), (paths) => {
        const parts = streamed(start, ...paths.map((at) => piece(at, { stringValue: 'x' })));
        expect(() => JSON.stringify(parts)).not.toThrow();
      }),
    );
  });
});
