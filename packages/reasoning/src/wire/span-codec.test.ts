import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Attributes } from '../json/attributes.ts';
import { decodeMessages, decodeSystem, encodeMessages, encodeOutput, encodeSystem } from './message-codec.ts';
import type { Part } from '../parts/part.ts';
import { decodeCall, decodeUsage, encodeCall, encodeUsage } from './span-codec.ts';
import { arbitraryCall, arbitraryParts, arbitraryUsage } from '../testing/arbitraries.ts';

const reading = (attributes: Attributes) => (name: string) =>
  Object.hasOwn(attributes, name) ? attributes[name] : undefined;

describe('what the codec writes, it reads back', () => {
  it('parts of a response, hidden and redacted ones included', () => {
    fc.assert(
      fc.property(
        arbitraryParts,
        fc.option(fc.constantFrom('tool_use', 'stop'), { nil: undefined }),
        (parts, finishReason) => {
          const message = { role: 'assistant', parts, ...(finishReason !== undefined && { finishReason }) };
          expect(decodeMessages(encodeOutput(parts, finishReason))).toEqual([message]);
        },
      ),
    );
  });

  it('messages of a request, of every role', () => {
    const message = fc.record({ role: fc.constantFrom('user', 'assistant', 'tool'), parts: arbitraryParts });
    fc.assert(
      fc.property(fc.array(message, { maxLength: 4 }), (messages) => {
        expect(decodeMessages(encodeMessages(messages))).toEqual(messages);
      }),
    );
  });

  it('usage, with what was not said left out', () => {
    fc.assert(
      fc.property(arbitraryUsage, (usage) => {
        const decoded = decodeUsage(reading(encodeUsage(usage)));
        expect(decoded).toEqual(Object.keys(usage).length === 0 ? undefined : usage);
      }),
    );
  });

  it('calls, with free text arguments that look like JSON', () => {
    fc.assert(
      fc.property(arbitraryCall, (call) => {
        expect(decodeCall(reading(encodeCall(call)))).toEqual(call);
      }),
    );
  });

  it('system instructions', () => {
    expect(decodeSystem(encodeSystem(['Be brief.', '{"not":"a part"}']))).toEqual(['Be brief.', '{"not":"a part"}']);
    expect(decodeSystem('Plain text.')).toEqual(['Plain text.']);
  });
});

describe('how a call of an earlier version ended', () => {
  const ending = (attributes: Attributes) => {
    const { status, durationInferred } = decodeCall(reading({ 'subtext.tool.type': 'function', ...attributes }));
    return [status, durationInferred];
  };
  const flagged = (isError: boolean, itemType: string, result = '"3"') =>
    ending({ 'subtext.tool.is_error': isError, 'subtext.tool.item_type': itemType, 'gen_ai.tool.call.result': result });

  it('is known on a wire that has a flag, and for a failure', () => {
    expect(flagged(false, 'tool_use')).toEqual(['ok', true]);
    expect(flagged(true, 'function')).toEqual(['error', true]);
  });
  it('is not known where the flag was made up', () => {
    expect(flagged(false, 'function')).toEqual(['unknown', true]);
    expect(flagged(false, 'function_call', '"{\\"error\\":\\"no stock\\"}"')).toEqual(['probable_error', true]);
  });
  it('is without a result', () =>
    expect(ending({ 'subtext.incomplete.reason': 'no_result' })).toEqual(['no_result', undefined]));
  it('is said by the span of a tool that ran in the process', () => expect(ending({})).toEqual([undefined, undefined]));
});

describe('an attribute holds only what attributes may hold', () => {
  it('strings, finite numbers, booleans and lists of strings', () => {
    fc.assert(
      fc.property(arbitraryCall, (call) => {
        for (const value of Object.values(encodeCall(call))) {
          const values = Array.isArray(value) ? value : [value];
          expect(values.every((entry) => ['string', 'number', 'boolean'].includes(typeof entry))).toBe(true);
        }
      }),
    );
  });
});

describe('a value nested too deeply to be written', () => {
  it('is named, and the rest is kept', () => {
    const deep = JSON.parse('['.repeat(200_000) + ']'.repeat(200_000)) as unknown;
    const call: Part = {
      kind: 'tool_call',
      id: 'a',
      name: 'f',
      arguments: deep,
      itemType: 'tool_use',
      type: 'function',
    };
    const [message] = decodeMessages(encodeOutput([{ kind: 'text', key: '0', text: 'x' }, call]));
    expect(message?.parts).toMatchObject([{ text: 'x' }, { id: 'a', arguments: '[not recorded: nested too deeply]' }]);
  });
});
