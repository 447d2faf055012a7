import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyBytes, bodyTexts, parseServerSentEvents, type Body } from './sse.ts';

const bodyText = (body: Body) => bodyTexts(body).join('');

describe('server-sent events', () => {
  it('end at a blank line; comments and unknown fields say nothing', () =>
    expect(
      parseServerSentEvents(': OPENROUTER PROCESSING\n\nevent: ping\nid: 7\ndata: {}\n\ndata:no space\n\n'),
    ).toEqual([{ event: 'ping', data: '{}' }, { data: 'no space' }]));
  it('join several data lines with a line break', () =>
    expect(parseServerSentEvents('data: a\ndata: b\n\n')).toEqual([{ data: 'a\nb' }]));
  it('count when the blank line behind them was cut', () =>
    expect(parseServerSentEvents('data: a')).toEqual([{ data: 'a' }]));

  it('are the same with any line ending', () => {
    const source = 'event: x\ndata: {"a":"\u00e9"}\n\n: c\n\ndata: [DONE]\n\n';
    const events = parseServerSentEvents(source);
    for (const ending of ['\r\n', '\r']) expect(parseServerSentEvents(source.replaceAll('\n', ending))).toEqual(events);
  });
});

describe('a body in chunks', () => {
  it('is the same text wherever the chunks are cut, in the middle of a character too', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.nat({ max: 60 })), (source, borders) => {
        const bytes = new TextEncoder().encode(source);
        const cuts = [
          0,
          ...borders.map((border) => Math.min(border, bytes.length)).sort((left, right) => left - right),
          bytes.length,
        ];
        const chunks = cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end));
        expect(bodyText(chunks)).toBe(bodyText(bytes));
        expect(bodyBytes(chunks)).toEqual(bodyBytes(bytes));
      }),
    );
  });

  it('that was cut in the middle of a character ends before it', () => {
    const bytes = new TextEncoder().encode('I’ll');
    for (const end of [2, 3]) {
      expect(bodyText(bytes.subarray(0, end))).toBe('I');
      expect(bodyText([bytes.subarray(0, 1), bytes.subarray(1, end)])).toBe('I');
    }
  });
});
