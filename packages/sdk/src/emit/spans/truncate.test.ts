/** A span never exceeds its byte limit, and names what was cut. */
import { decodeMessages, encodeMessages, mediaInResult } from '@subtext/reasoning';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteSize, truncateAttributes } from './truncate.ts';

const LIMIT = 20_000;
const total = (attributes: object) =>
  Object.values(attributes).reduce<number>((sum, value) => sum + byteSize(value), 0);

describe('truncateAttributes', () => {
  it('does not change attributes that fit', () => {
    const attributes = { a: 'text', b: ['x', 'y'], c: 1 };
    expect(truncateAttributes(attributes, LIMIT)).toBe(attributes);
  });

  it('cuts the longest texts inside messages, which stay JSON', () => {
    const messages = [
      {
        role: 'user',
        parts: [
          { type: 'text', content: 'x'.repeat(90_000) },
          { type: 'text', content: 'short' },
        ],
      },
    ];
    const fitted = truncateAttributes({ 'gen_ai.input.messages': JSON.stringify(messages), id: 'call_1' }, LIMIT);
    const [message] = JSON.parse(String(fitted['gen_ai.input.messages'])) as typeof messages;
    expect(message?.parts[0]?.content).toMatch(/^x+… \[cut: \d+ more characters\]$/);
    expect(message?.parts[1]?.content).toBe('short');
    expect(fitted.id).toBe('call_1');
    expect(fitted['subtext.truncated']).toEqual([expect.stringMatching(/^gen_ai\.input\.messages:\d+:90\d+$/)]);
  });

  it('drops the bytes of images before it cuts any text', () => {
    const image = { kind: 'image', mimeType: 'image/png', width: 40, height: 24, data: 'A'.repeat(15_000) } as const;
    const text = 'x'.repeat(12_000);
    const messages = encodeMessages([
      {
        role: 'user',
        parts: [
          { kind: 'text', key: '0', text },
          { kind: 'other', providerType: 'image_url', media: image },
        ],
      },
    ]);
    const fitted = truncateAttributes({ 'gen_ai.input.messages': messages }, LIMIT);
    const { data: _data, ...facts } = image;
    expect(decodeMessages(fitted['gen_ai.input.messages'])[0]?.parts).toMatchObject([
      { text },
      { media: { ...facts, omitted: 'size' } },
    ]);
    expect(fitted['subtext.truncated']).toEqual([expect.stringMatching(/^gen_ai\.input\.messages:12\d+:27\d+$/)]);
    const roomy = { 'gen_ai.input.messages': messages };
    expect(truncateAttributes(roomy, 2 * LIMIT)).toBe(roomy);
  });

  it('drops the bytes of an image in a result, whose facts stay, and keeps its text', () => {
    const header = 'R0lGODlhKAAYAIAA';
    const text = 'x y '.repeat(3_000);
    const result = JSON.stringify([
      { type: 'text', text },
      { type: 'image', data: header + 'A'.repeat(400_000), mimeType: 'image/gif' },
    ]);
    const fitted = truncateAttributes({ 'gen_ai.tool.call.result': result }, LIMIT);
    const kept = String(fitted['gen_ai.tool.call.result']);
    expect(JSON.parse(kept)).toMatchObject([{ text }, { type: 'image' }]);
    const facts = { kind: 'image', mimeType: 'image/gif', width: 40, height: 24, bytes: 300_012, omitted: 'size' };
    expect(mediaInResult(kept)).toEqual([facts]);
    expect(fitted['subtext.truncated']).toEqual([expect.stringMatching(/^gen_ai\.tool\.call\.result:12\d+:412\d+$/)]);
  });

  it('keeps the latest of too many messages', () => {
    const messages = Array.from({ length: 5_000 }, (_, index) => ({
      role: 'user',
      parts: [{ type: 'text', content: `message ${index}` }],
    }));
    const fitted = truncateAttributes({ messages: JSON.stringify(messages) }, LIMIT);
    const kept = JSON.parse(String(fitted.messages)) as typeof messages;
    expect(kept.at(-1)?.parts[0]?.content).toBe('message 4999');
    expect(kept.length).toBeGreaterThan(100);
  });

  it('keeps arguments and results parsable, in any shape', () => {
    const fields = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`field_${index}`, index]));
    const fitted = truncateAttributes(
      { text: JSON.stringify('x"'.repeat(50_000)), fields: JSON.stringify(fields) },
      LIMIT,
    );
    expect(JSON.parse(String(fitted.text))).toMatch(/^x".*… \[cut: \d+ more characters\]$/);
    expect(JSON.parse(String(fitted.fields))).toMatchObject({ field_0: 0, field_100: 100 });
  });

  it('cuts extremely nested JSON as text; the receiver closes it', () => {
    const deep = '['.repeat(200_000) + '"x"' + ']'.repeat(200_000);
    expect(String(truncateAttributes({ deep }, LIMIT).deep)).toMatch(/^\[+… \[cut/);
  });

  it('never splits a character', () => {
    for (const before of ['', 'x', 'xy', 'xyz']) {
      const text = before + '😀'.repeat(30_000);
      const fitted = truncateAttributes({ text, json: JSON.stringify([text]), list: [text] }, LIMIT);
      for (const value of Object.values(fitted).flat()) expect(String(value).isWellFormed()).toBe(true);
    }
  });

  it('keeps the limit for any text, JSON and list', () => {
    const long = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.repeat(1_500));
    const json = fc.array(fc.record({ role: fc.string(), content: long })).map((value) => JSON.stringify(value));
    const value = fc.oneof(long, json, fc.array(long), fc.integer());
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), value, { maxKeys: 6 }), (attributes) => {
        const fitted = truncateAttributes(attributes, LIMIT);
        // Each cut attribute may keep a kilobyte and a mark, and the list of what was cut comes on top.
        expect(total(fitted)).toBeLessThan(LIMIT + 6 * 1_200);
        expect(Object.keys(fitted)).toEqual(expect.arrayContaining(Object.keys(attributes)));
      }),
      { numRuns: 60 },
    );
  });
});
