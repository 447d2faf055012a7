import { expect, it } from 'vitest';
import { isAtTop } from './opening-address.ts';

it('an address without a place shows the first rows, and so does the standard view by its name', () => {
  expect(isAtTop({})).toBe(true);
  expect(isAtTop({ view: 'why', step: null, span: null, at: null })).toBe(true);
});

it('another view, a step, a span and a moment are another place', () => {
  for (const place of [{ view: 'spans' }, { step: '7' }, { span: 'ab12' }, { at: 0 }])
    expect(isAtTop(place)).toBe(false);
});
