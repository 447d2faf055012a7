/** Streamed and whole, cut and garbled: what holds for every reader. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attribute } from '../attribution/attribution.ts';
import type { ModelResponse } from '../parts/model-response.ts';
import { geminiWire, interactionsWire, vertexWire } from '../testing/gemini-wire.ts';
import {
  awsFrames,
  cohereWire,
  conversationsWire,
  converseWire,
  mistralWire,
  ollamaWire,
} from '../testing/host-wire.ts';
import { anthropicWire, arbitraryCuts, arbitraryTurn, chatWire, responsesWire, sse } from '../testing/wire.ts';
import { readResponse } from './index.ts';
import { isRecord } from '../json/json.ts';

type Events = readonly Record<string, unknown>[];

/** How a format's events travel. */
interface Carrier {
  contentType: string | null;
  carry(events: Events, lineEnd?: string): string | Uint8Array;
}

const SSE: Carrier = { contentType: null, carry: sse };
const LINES: Carrier = {
  contentType: 'application/x-ndjson',
  carry: (events, lineEnd = '\n') =>
    events.map((event) => JSON.stringify(event) + (lineEnd === '\r' ? '\n' : lineEnd)).join(''),
};
/** Gemini without `alt=sse`. */
const ARRAY: Carrier = { contentType: 'application/json', carry: (events) => JSON.stringify(events, null, 1) };
const FRAMES: Carrier = { contentType: 'application/vnd.amazon.eventstream', carry: awsFrames };

const FORMATS = [
  ['anthropic.messages', anthropicWire, SSE],
  ['openai.responses', responsesWire, SSE],
  ['openai.chat', chatWire, SSE],
  ['mistral.chat', mistralWire, SSE],
  ['mistral.conversations', conversationsWire, SSE],
  ['cohere.chat', cohereWire, SSE],
  ['ollama.chat', ollamaWire, LINES],
  ['bedrock.converse', converseWire, FRAMES],
  ['gemini.generateContent', geminiWire, SSE],
  ['gemini.generateContent', geminiWire, ARRAY],
  ['gemini.generateContent', vertexWire, SSE],
  ['gemini.interactions', interactionsWire, SSE],
] as const;

/** Without what may differ: generated ids, and the keys of blocks. */
function meaning(response: ModelResponse | null) {
  const { parts } = response?.choices[0] ?? { parts: [] };
  return { ...response, choices: attribute(parts, { generateId: () => 'derived' }) };
}

describe.each(FORMATS)('%s', (api, wire, carrier) => {
  const { contentType } = carrier;

  it('gives the same streamed and whole, for any cut and any line ending', () => {
    fc.assert(
      fc.property(arbitraryTurn, arbitraryCuts, fc.constantFrom('\n', '\r\n', '\r'), (turn, cuts, lineEnd) => {
        const { whole, events } = wire(turn, cuts);
        const streamed =
          api === 'openai.responses' ? [...events, { type: 'response.completed', response: whole }] : events;
        const fromStream = readResponse({ contentType, body: carrier.carry(streamed, lineEnd) });
        expect(fromStream?.api).toBe(api);
        expect(fromStream?.incomplete).toBe(false);
        expect(meaning(fromStream)).toEqual(meaning(readResponse({ body: JSON.stringify(whole) })));
      }),
    );
  });

  it('keeps every thought and every call in order, as they were sent', () => {
    fc.assert(
      fc.property(arbitraryTurn, arbitraryCuts, (turn, cuts) => {
        const body = carrier.carry(wire(turn, cuts).events);
        const parts = readResponse({ contentType, body })?.choices[0]?.parts ?? [];
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
        const source = carrier.carry(events);
        const all = readResponse({ contentType, body: source });
        const body = source.slice(0, Math.floor(source.length * share));
        const cut = readResponse({ contentType, body, incomplete: true });
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

  it('reads a whole body that broke off before the mark of its format, as what was asked for', () => {
    const marked = Object.entries(wire([{ kind: 'text', text: 'said' }], []).whole);
    const content = Object.fromEntries(marked.filter(([, value]) => JSON.stringify(value).includes('"said"')));
    const source = JSON.stringify(content).slice(0, -1);
    const cut = readResponse({ body: `${source},"us`, incomplete: true, requestApi: api });
    expect(cut).toMatchObject({ api, incomplete: true, choices: [{ parts: [{ text: 'said' }] }] });
  });

  it('never throws for any value in its fields', () => {
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
        const streamed = [...events, garbled(events, replace)].flat().filter(isRecord);
        for (const source of [
          { body: JSON.stringify(garbled(whole, replace)) },
          { contentType, body: carrier.carry(streamed) },
        ]) {
          const response = readResponse(source);
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
