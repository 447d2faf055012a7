import { describe, expect, it } from 'vitest';
import { scoreWords } from '../../../lib/traces/score-figures.ts';
import { contentOf, draftOf, NO_CONTENT, scoresAt, type Score } from './score-words.ts';

const score = (fields: Partial<Score>): Score => ({
  ...{ id: '1', traceId: 'a'.repeat(32), spanId: null, target: 'trace', ...NO_CONTENT, source: 'screen' },
  ...{ author: null, createdAt: new Date(0), updatedAt: new Date(0), isMine: true, mayEdit: true },
  ...fields,
});

describe('a score in words', () => {
  it.each([
    [{ name: 'quality', number: 0.9 }, 'quality 0.9'],
    [{ name: 'tone', number: 0.75, label: 'friendly' }, 'tone friendly (0.75)'],
    [{ name: 'tone', label: 'friendly' }, 'tone friendly'],
    [{ name: 'thumbs', thumbs: true }, 'thumbs up'],
    [{ name: 'helpful', thumbs: false }, 'helpful down'],
    [{ comment: 'Short.' }, 'Short.'],
  ])('%j is %s', (fields, words) => {
    expect(scoreWords({ ...NO_CONTENT, ...fields })).toBe(words);
  });
});

describe('the scores of a place', () => {
  const ofTrace = score({ id: 't' });
  const ofStep = score({ id: 's', target: 'step', spanId: '1234567812345678' });
  const ofThought = score({ id: 'o', target: 'thought', spanId: '1234567812345678' });
  const all = [ofTrace, ofStep, ofThought];

  it('are those of the trace, or of the spans of a step, also by the first half of an id', () => {
    expect(scoresAt(all, undefined)).toEqual([ofTrace]);
    expect(scoresAt(all, { spanIds: ['12345678'], hasThought: true })).toEqual([ofStep, ofThought]);
    expect(scoresAt(all, { spanIds: ['87654321'], hasThought: true })).toEqual([]);
  });
});

describe('what a user types', () => {
  const draft = (fields: object) => ({ ...draftOf(undefined), ...fields });

  it.each([
    [
      { name: 'q', value: ' 0.5 ' },
      { name: 'q', number: 0.5 },
    ],
    [
      { kind: 'label', name: ' q ', value: 'good', comment: ' x ' },
      { name: 'q', label: 'good', comment: 'x' },
    ],
    [{ kind: 'comment', comment: 'x' }, { comment: 'x' }],
  ])('%j is a score', (fields, content) => {
    expect(contentOf(draft(fields))).toEqual({ ...NO_CONTENT, ...content });
  });

  it.each([
    { name: '', value: '1' },
    { name: 'q', value: '' },
    { name: 'q', value: 'much' },
    { name: 'q', value: 'Infinity' },
    { kind: 'comment', comment: ' ' },
  ])('%j is none yet', (fields) => {
    expect(contentOf(draft(fields))).toBeUndefined();
  });

  it('keeps thumbs, and the label of a number that stays', () => {
    const thumbs = { ...NO_CONTENT, name: 'thumbs', thumbs: false };
    expect(contentOf({ ...draftOf(thumbs), comment: 'why' }, thumbs)).toEqual({ ...thumbs, comment: 'why' });
    const labelled = { ...NO_CONTENT, name: 'tone', number: 0.5, label: 'good' };
    expect(contentOf(draftOf(labelled), labelled)).toEqual(labelled);
    expect(contentOf({ ...draftOf(labelled), value: '0.6' }, labelled)).toMatchObject({ number: 0.6, label: null });
  });
});
