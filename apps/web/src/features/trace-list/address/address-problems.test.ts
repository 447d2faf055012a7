import { describe, expect, it } from 'vitest';
import { addressProblems, type ListInUrl } from './address-problems.ts';
import { EMPTY_ADDRESS } from '../views/save-view.ts';

const ID = '0123456789abcdef0123456789abcdef';
const nothing: ListInUrl = {
  address: EMPTY_ADDRESS,
  url: { view: null, peek: null, sel: null },
  view: undefined,
  waitsForView: false,
};

describe('problems of the address of the list', () => {
  it('are none where all of it is known', () => {
    const address = { ...EMPTY_ADDRESS, range: 'all', sort: 'cost.asc', cols: 'cost:12,asked', density: 'compact' };
    expect(addressProblems({ ...nothing, address, url: { view: null, peek: ID, sel: [ID] } })).toEqual([]);
  });

  it('are the unknown values, one sentence each, cut when long', () => {
    const address = { ...EMPTY_ADDRESS, range: 'x'.repeat(99), sort: 'colour', cols: 'a,b', density: 'tiny' };
    const problems = addressProblems({ ...nothing, address, url: { view: null, peek: 'no', sel: [ID, 'no'] } });
    expect(problems).toHaveLength(6);
    expect(problems[0]).toBe(`“${'x'.repeat(60)}…” is not a time range. Use 24h, 7d, or 2026-11-01..2026-11-08.`);
  });

  it('name a missing view only when the views are loaded', () => {
    const url = { view: 'gone', peek: null, sel: null };
    expect(addressProblems({ ...nothing, url, waitsForView: true })).toEqual([]);
    expect(addressProblems({ ...nothing, url })).toEqual(['View not found; it may have been deleted.']);
  });
});
