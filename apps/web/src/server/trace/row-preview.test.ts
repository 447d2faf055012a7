import { describe, expect, it } from 'vitest';
import { rowPreview } from './row-preview.ts';

const PREVIEW = {
  spanId: 'a',
  index: 0,
  thought: null,
  preamble: null,
  arguments: null,
  result: null,
  thoughtCut: null,
};
const argumentsOf = (text: string) => rowPreview({ ...PREVIEW, arguments: text }).argumentsLine;
const resultOf = (text: string) => rowPreview({ ...PREVIEW, result: text }).resultLine;

describe('arguments in a row', () => {
  it('are pairs of keys and values, nested values as JSON', () => {
    expect(argumentsOf('{"order_id":"A-1","lines":[1,2],"dry":true,"note":"two\\n lines"}')).toBe(
      'order_id: A-1 · lines: [1,2] · dry: true · note: two lines',
    );
  });

  it('are pairs as far as they go where they are cut', () => {
    expect(argumentsOf('{"path":"src/index.ts","text":"export const …')).toBe(
      'path: src/index.ts · text: export const…',
    );
    const long = argumentsOf(`{"text":"${'some words '.repeat(60)}"}`);
    expect(long).toMatch(/^text: some words .*(some|words)…$/);
    expect(long?.length).toBeLessThanOrEqual(320);
  });

  it('are shown as they are when they are no object, or when a number would be rounded', () => {
    for (const text of [
      'A-100001',
      '{}',
      '[1]',
      '{"id":12345678901234567890}',
      '{not json}',
      '[hashed: 0f, 3 characters]',
    ])
      expect(argumentsOf(text)).toBeUndefined();
  });

  it('leave the beginning of the text, which the transcript shows', () => {
    const text = `{"text":"${'some words '.repeat(30)}"}`;
    expect(rowPreview({ ...PREVIEW, arguments: text }).arguments).toHaveLength(160);
    expect(rowPreview({ ...PREVIEW, arguments: '{"q":1}' }).arguments).toBe('{"q":1}');
  });
});

describe('a result in a row', () => {
  it('is pairs, a text, or the text of content blocks', () => {
    expect(resultOf('{"status":"shipped","eta":"Friday"}')).toBe('status: shipped · eta: Friday');
    expect(resultOf('"It left Oslo"')).toBe('It left Oslo');
    expect(resultOf('[{"type":"text","text":"It left Oslo"}]')).toBe('It left Oslo');
    expect(resultOf('{"content": [{"type": "text", "text": "{\\"status\\":\\"shipped\\"}"}], "isError": false}')).toBe(
      'status: shipped',
    );
    expect(resultOf('[{"type":"text","text":"It left Oslo, and then the par…')).toBe('It left Oslo, and then the par…');
  });

  it('is the items of a list, each with its pairs', () => {
    expect(resultOf('["4 Term","7 Notice"]')).toBe('4 Term; 7 Notice');
    expect(resultOf('[1,2,null]')).toBe('1; 2; null');
    expect(resultOf('[{"id":"R601","seats":2},{"id":"R602","seats":1},{"id":"R6…')).toBe(
      'id: R601 · seats: 2; id: R602 · seats: 1; id: R6…',
    );
  });

  it('is shown as it is when it is none of these', () => {
    for (const text of ['It left Oslo', '[]', '{}', '[not json]', '7', '[12345678901234567890]'])
      expect(resultOf(text)).toBeUndefined();
  });
});
