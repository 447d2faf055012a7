import { describe, expect, it } from 'vitest';
import { cutOf } from '../json/cut-mark.ts';
import { HELD_MARK, HIDDEN_BY_SENDER, heldMark, heldTexts } from './held-text.ts';

const DIGEST = '00112233445566778899aabbccddeeff';
const hashed = { digest: DIGEST, characters: 1204 };
const counted = { digest: undefined, characters: 7 };

describe('a text that is not kept', () => {
  it('reads as what stands in its place says', () => {
    expect(heldTexts(heldMark(hashed))).toEqual([hashed]);
    expect(heldTexts(heldMark(counted))).toEqual([counted]);
  });

  it('may be one that its sender hid, of unknown length', () => {
    expect(heldTexts(HIDDEN_BY_SENDER)).toEqual([{ digest: undefined, characters: undefined }]);
    expect(HIDDEN_BY_SENDER.replace(new RegExp(HELD_MARK, 'g'), '')).toBe('');
  });

  it('may be several, of which a line of a list shows the first', () => {
    const several = `${heldMark(hashed)}\n\n${heldMark(counted)}`;
    expect(heldTexts(several)).toEqual([hashed, counted]);
    expect(heldTexts(`${heldMark(hashed)} ${heldMark(hashed).slice(0, 40)}…`)).toEqual([hashed]);
  });

  it.each([
    '',
    '[x]',
    'I was told [7 characters]',
    '[7 characters] and more',
    '[hashed: 00, 7 characters]',
    '[1,2]',
    '[x [7 characters]',
    '[7 characters] [and',
    '[1234567890123456 characters]',
  ])('is not %j', (text) => expect(heldTexts(text)).toBeUndefined());

  it('is recognized in megabytes of other text quickly', () => {
    expect(heldTexts('[1 characters]'.repeat(1_000_000))).toBeUndefined();
    expect(heldTexts(`${'[1 characters] '.repeat(1000)}x`)).toBeUndefined();
  });
});

it('knows how long a text was before it was cut', () => {
  expect(cutOf('four')).toBeUndefined();
  expect(cutOf('four… [cut: 900 more characters]')).toEqual({ mark: '… [cut: 900 more characters]', of: 904 });
  expect(cutOf('four\n… [cut: 4 of 1000 characters kept]')?.of).toBe(1000);
});
