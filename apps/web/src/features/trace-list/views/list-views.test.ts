import { describe, expect, it } from 'vitest';
import { addressProblems } from '../address/address-problems.ts';
import { addressFor, BUILT_IN_VIEWS, isChanged, listState, type ListAddress, type ListView } from './list-views.ts';
import { EMPTY_ADDRESS, paramsToSave } from './save-view.ts';

const problemsOf = (address: ListAddress) =>
  addressProblems({ address, url: { view: null, peek: null, sel: null }, view: undefined, waitsForView: false });

const costly: ListView = {
  id: 'costly',
  name: 'Costly hidden',
  params: { q: 'hidden:>40%', sort: 'cost', range: '30d' },
};

describe('what the list shows', () => {
  it('is its own where neither address nor view says anything', () => {
    expect(listState(EMPTY_ADDRESS, undefined)).toMatchObject({
      q: '',
      range: '7d',
      order: { sort: 'age', ascending: false },
      density: 'normal',
    });
  });

  it('is what the view says, but for what the address says', () => {
    expect(listState(EMPTY_ADDRESS, costly)).toMatchObject({ q: 'hidden:>40%', order: { sort: 'cost' }, range: '30d' });
    expect(listState({ ...EMPTY_ADDRESS, q: '', range: '90d' }, costly)).toMatchObject({ q: '', range: '90d' });
  });

  it('falls back to the defaults for unknown values in the URL', () => {
    const address = { ...EMPTY_ADDRESS, range: 'yesterday', sort: 'colour', cols: 'a,b', density: 'tiny' };
    expect(listState(address, undefined)).toEqual(listState(EMPTY_ADDRESS, undefined));
  });

  it('does not silently fall back to the columns of a view that no longer exists', () => {
    const old: ListView = { id: 'x', name: 'Old', params: { cols: 'gone', sort: 'gone' } };
    expect(listState(EMPTY_ADDRESS, old)).toEqual(listState(EMPTY_ADDRESS, undefined));
  });
});

describe('changing what is shown', () => {
  it('says nothing in the address that the view or the list says already', () => {
    expect(addressFor({ q: 'hidden:>40%' }, costly)).toEqual({ q: null });
    expect(addressFor({ q: '' }, costly)).toEqual({ q: '' });
    expect(addressFor({ q: '', range: '7d', sort: 'age' }, undefined)).toEqual({ q: null, range: null, sort: null });
  });

  it('distinguishes a changed view from an unchanged one', () => {
    expect(isChanged(EMPTY_ADDRESS, costly)).toBe(false);
    expect(isChanged({ ...EMPTY_ADDRESS, range: '30d' }, costly)).toBe(false);
    expect(isChanged({ ...EMPTY_ADDRESS, q: '' }, costly)).toBe(true);
  });

  it('saves a view that shows the same again', () => {
    const address = { ...EMPTY_ADDRESS, q: '', density: 'compact' };
    const saved: ListView = { id: 'x', name: 'Mine', params: paramsToSave(address, costly) };
    expect(saved.params).toEqual({ sort: 'cost', range: '30d', density: 'compact' });
    expect(listState(EMPTY_ADDRESS, saved)).toEqual(listState(address, costly));
  });
});

it('comes with views whose filters, orders and ranges are known', async () => {
  const { parseFilter } = await import('../../../lib/traces/trace-filter.ts');
  for (const view of BUILT_IN_VIEWS) {
    const address = { ...EMPTY_ADDRESS, ...view.params };
    expect(problemsOf(address)).toEqual([]);
    expect(parseFilter(view.params.q ?? '').filter((part) => part.problem)).toEqual([]);
  }
});
