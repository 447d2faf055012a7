/** Streamed and whole, cut and garbled: what holds for every reader. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attribute } from '../attribution.ts';
import type { ModelResponse } from '../model-response.ts';
import { anthropicWire, arbitraryCuts, arbitraryTurn, chatWire, responsesWire, sse } from '../testing/wire.ts';
import { readResponse } from './index.ts';

const FORMATS = [
  ['anthropic.messages', anthropicWire],
  ['openai.responses', responsesWire],
  ['openai.chat', chatWire],
] as const;

/** Without what may differ: generated ids, and the keys of blocks. */
function meaning(response: ModelResponse | null) {
  const { parts } = response?.choices[0] ?? { parts: [] };
  return { ...response, choices: attribute(parts, { generateId: () => 'derived' }) };
}

describe.each(FORMATS)('%s', (api, wire) => {
  it('gives the same streamed and whole, wherever the pieces are cut and whatever ends the lines', () => {
    fc.assert(
      fc.property(arbitraryTurn, arbitraryCuts, fc.constantFrom('\n', '\r\n', '\r'), (turn, cuts, lineEnd) => {
        const { whole, events } = wire(turn, cuts);
        const streamed =
          api === 'openai.responses' ? [...events, { type: 'response.completed', response: whole }] : events;
        const fromStream = readResponse({ body: sse(streamed, lineEnd) });
        expect(fromStream?.api).toBe(api);
        expect(fromStream?.incomplete).toBe(false);
        expect(meaning(fromStream)).toEqual(meaning(readResponse({ body: JSON.stringify(whole) })));
      }),
    );
  });

  it('keeps every thought and every call in order, as they were sent', () => {
    fc.assert(
      fc.property(arbitraryTurn, arbitraryCuts, (turn, cuts) => {
        const parts = readResponse({ body: sse(wire(turn, cuts).events) })?.choices[0]?.parts ?? [];
        const said = (kind: 'reasoning' | 'text') =>
          parts.map((part) => (part.kind === kind ? part.text : '')).join('');
        const sent = (kind: 'reasoning' | 'text') =>
          turn.map((entry) => (entry.kind === kind ? entry.text : '')).join('');
        expect([said('reasoning'), said('text')]).toEqual([sent('reasoning'), sent('text')]);
        const calls = parts.flatMap((part) =>
          part.kind === 'tool_call' ? [[part.id, part.name, part.arguments]] : [],
        );
        expect(calls).toEqual(
          turn.flatMap((entry) => (entry.kind === 'call' ? [[entry.id, entry.name, entry.arguments]] : [])),
        );
      }),
    );
  });

  it('gives what had arrived when the stream is cut, and says so', () => {
    fc.assert(
      fc.property(arbitraryTurn, arbitraryCuts, fc.double({ min: 0, max: 0.999, noNaN: true }), (turn, cuts, share) => {
        const { events } = wire(turn, cuts);
        const source = sse(events);
        const all = readResponse({ body: source });
        const cut = readResponse({ body: source.slice(0, Math.floor(source.length * share)), incomplete: true });
        if (!cut) return;
        expect(cut.incomplete).toBe(true);
        const text = (response: ModelResponse | null) =>
          (response?.choices[0]?.parts ?? []).map((part) => (part.kind === 'reasoning' ? part.text : '')).join('');
        expect(text(all).startsWith(text(cut))).toBe(true);
      }),
    );
  });

  it('reads a whole body that broke off', () => {
    fc.assert(
      fc.property(arbitraryTurn, fc.double({ min: 0, max: 0.999, noNaN: true }), (turn, share) => {
        const source = JSON.stringify(wire(turn, [5]).whole);
        const cut = readResponse({ body: source.slice(0, Math.floor(source.length * share)), incomplete: true });
        if (cut) expect([cut.api, cut.incomplete]).toEqual([api, true]);
      }),
    );
  });

  it('never throws, whatever is in the fields it knows', () => {
    const garbled = (value: unknown, replace: (at: number) => unknown): unknown => {
      let at = 0;
      return JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
        (at += 1) % 7 === 0 ? replace(at) : inner,
      ) as unknown;
    };
    fc.assert(
      fc.property(arbitraryTurn, fc.array(fc.jsonValue(), { minLength: 1 }), (turn, values) => {
        const { whole, events } = wire(turn, [3]);
        const replace = (at: number) => values[at % values.length];
        for (const body of [
          JSON.stringify(garbled(whole, replace)),
          sse([...events, garbled(events, replace)].flat()),
        ]) {
          const response = readResponse({ body });
          for (const choice of response?.choices ?? [])
            attribute(choice.parts, response?.usage ? { usage: response.usage } : {});
        }
      }),
    );
  });
});

describe('a body of no known shape', () => {
  it.each([
    '',
    'Bad gateway',
    '<html></html>',
    '{}',
    '[]',
    'null',
    '{"error":{"message":"no"}}',
    '{"object":"list","data":[]}',
    'data: {}\n\n',
    'data: [DONE]\n\n',
  ])('%j is null', (body) => expect(readResponse({ body })).toBeNull());
  it('never throws on bytes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array(),
        fc.constantFrom('text/event-stream', 'application/vnd.amazon.eventstream', null),
        (body, contentType) => {
          expect(readResponse({ body, contentType })).toBeNull();
        },
      ),
    );
  });
});
