/** Joined or not, a stream says the same; what might not say the same stays as it is. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinDeltas, joinPieces } from './delta-runs.ts';
import { parseServerSentEvents } from './sse.ts';

const chat = (delta: object, more: object = {}) =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', choices: [{ index: 0, delta, finish_reason: null }], ...more })}\n\n`;
const data = (source: string) =>
  parseServerSentEvents(source).map((event) => {
    try {
      return JSON.parse(event.data) as unknown;
    } catch {
      return event.data;
    }
  });
/** The content that a reader would put together. */
const content = (source: string) =>
  data(source)
    .map((event) => (event as { choices?: [{ delta?: { content?: string } }] }).choices?.[0].delta?.content ?? '')
    .join('');

describe('a run of delta events', () => {
  it('becomes one event with all of its text', () => {
    const source = ['The', ' "parcel"', ' left\n', ' é 👋', ' Oslo\\']
      .map((piece) => chat({ content: piece }))
      .join('');
    const joined = joinDeltas(source);
    expect(parseServerSentEvents(joined)).toHaveLength(1);
    expect(content(joined)).toBe('The "parcel" left\n é 👋 Oslo\\');
  });

  it('may have numbers and padding that differ', () => {
    const openai = (delta: string, at: number) =>
      `event: response.output_text.delta\ndata: ${JSON.stringify({ type: 'response.output_text.delta', delta, obfuscation: 'x'.repeat(at % 5), output_index: 1, sequence_number: at })}\n\n`;
    const anthropic = (text: string, at: number) =>
      `event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":${JSON.stringify(text)}}${' '.repeat(at % 7)}}\n\n`;
    for (const event of [openai, anthropic]) {
      const joined = joinDeltas(Array.from({ length: 30 }, (_, at) => event(` word ${at}`, at)).join(''));
      expect(parseServerSentEvents(joined)).toHaveLength(1);
      expect(joined).toContain(' word 0 word 1 word 2 ');
      expect(joined).toContain(' word 29');
    }
  });

  it('ends where another field goes on, so that the order stays', () => {
    const source = [
      chat({ reasoning: 'a', content: '' }),
      chat({ reasoning: '', content: 'b' }),
      chat({ reasoning: 'c', content: '' }),
    ].join('');
    expect(data(joinDeltas(source))).toEqual(data(source));
  });

  it.each([
    ['calls with a name', chat({ tool_calls: [{ function: { name: 'look', arguments: '{}' } }] })],
    ['signed thoughts', chat({ reasoning_details: [{ type: 'reasoning.text', text: 'Hm.', signature: 's' }] })],
    ['two fields at once', chat({ reasoning: 'a', content: 'b' })],
    ['events that are no deltas', 'data: {"type":"response.output_text.done","text":"delta"}\n\n'],
    ['broken JSON', 'data: {"choices":[{"delta":{"content":"a}}]}\n\n'],
    ['a line break inside a text', 'data: {"delta":{"content":"a\rb"}}\n\n'],
    ['an escape that is cut', 'data: {"delta":{"content":"\\u00"}}\n\n'],
    ['comments', ': keep-alive\n\n'],
  ])('does not join %s', (_, event) => {
    const source = event.repeat(3);
    expect(joinDeltas(source)).toBe(source);
  });

  it.each([
    ['content', { content: 'zz' }],
    ['a refusal', { refusal: 'zz' }],
    ['reasoning_content', { reasoning_content: 'zz' }],
    ['a rare field', { thought: 'zz' }],
    ['details', { reasoning_details: [{ type: 'reasoning.text', text: 'zz', index: 0 }] }],
    ['summaries', { reasoning_details: [{ type: 'reasoning.summary', summary: 'zz', index: 0 }] }],
    [
      'summaries and their mirror',
      { reasoning: 'zz', reasoning_details: [{ type: 'reasoning.summary', summary: 'zz' }] },
    ],
    ['blocks', { thinking_blocks: [{ type: 'thinking', thinking: 'zz' }] }],
    ['chunks', { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'zz' }] }] }],
    ['speech', { audio: { transcript: 'zz' } }],
    ['arguments', { tool_calls: [{ index: 0, function: { arguments: 'zz' } }] }],
    ['free text for a tool', { tool_calls: [{ index: 0, custom: { input: 'zz' } }] }],
    ['a field of next month', { pondering: 'zz', content: '' }],
  ])('keeps each of equal pieces: %s', (_, delta) => {
    const said = [...joinDeltas(chat(delta).repeat(3)).matchAll(/zz/g)];
    const mirrors = [...JSON.stringify(delta).matchAll(/zz/g)].length;
    expect(said).toHaveLength(3 * mirrors);
  });

  it('keeps each of equal pieces of what Cohere plans', () => {
    const plan = 'data: {"type":"tool-plan-delta","delta":{"message":{"tool_plan":" zz"}}}\n\n';
    expect([...joinDeltas(plan.repeat(3)).matchAll(/ zz/g)]).toHaveLength(3);
  });

  it('gives up on a stream without runs, and loses nothing', () => {
    const source = Array.from({ length: 100 }, (_, at) => chat({ content: 'x' }, { created: at })).join('');
    expect(joinDeltas(source)).toBe(source);
    expect(joinDeltas(source.slice(0, -40))).toBe(source.slice(0, -40));
  });

  it('has the same text as its events, for any content and any cut', () => {
    const piece = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('"', '\\', '\\u00', '"},{"', '', '\n\n'));
    const events = fc.array(fc.tuple(piece, fc.constantFrom('content', 'reasoning', 'refusal')), { maxLength: 12 });
    fc.assert(
      fc.property(events, fc.constantFrom('\n', '\r\n', '\r'), fc.nat({ max: 60 }), (pieces, lineEnd, cut) => {
        const source = pieces
          .map(([text, field]) => chat({ [field]: text }))
          .join('')
          .replaceAll('\n', lineEnd);
        const part = source.slice(0, source.length - cut);
        expect(content(joinDeltas(part))).toBe(content(part));
      }),
    );
  });

  it('says the same in pieces, wherever these are cut', () => {
    const long = fc.constantFrom(' word', ' "é" 👋', '\\n', 'x'.repeat(5_000));
    const events = fc.array(fc.tuple(long, fc.constantFrom('content', 'reasoning')), {
      minLength: 300,
      maxLength: 600,
    });
    const lengths = fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(events, fc.constantFrom('\n', '\r\n', '\r'), lengths, (deltas, lineEnd, sizes) => {
        const source = deltas
          .map(([text, field]) => chat({ [field]: text }))
          .join('')
          .replaceAll('\n', lineEnd);
        const pieces: string[] = [];
        for (let at = 0; at < source.length; at += pieces.at(-1)!.length)
          pieces.push(source.slice(at, at + sizes[pieces.length % sizes.length]!));
        expect(content(joinPieces(pieces))).toBe(content(source));
      }),
      { numRuns: 30 },
    );
  });

  it('of a stream in small pieces is joined across them', () => {
    const pieces = Array.from({ length: 1_000 }, (_, at) => chat({ content: ` word ${at}` }));
    const joined = joinPieces(pieces);
    expect(parseServerSentEvents(joined).length).toBeLessThan(10);
    expect(content(joined)).toBe(content(pieces.join('')));
  });
});
