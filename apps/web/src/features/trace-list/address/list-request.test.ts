import { expect, it } from 'vitest';
import { firstRows } from './list-request.ts';
import { EMPTY_ADDRESS } from '../views/save-view.ts';

const asked = (address: object) => firstRows('shop', { ...EMPTY_ADDRESS, view: null, ...address });

it('requests what the list shows when the URL is empty or has unknown values', () => {
  const standard = { project: 'shop', q: '', range: '7d', sort: 'age', ascending: false };
  expect(asked({})).toEqual(standard);
  expect(asked({ range: 'yesterday', sort: 'colour', cols: 'none' })).toEqual(standard);
});

it('asks ahead for what the address or its view says, the address first', () => {
  expect(asked({ view: 'costly-hidden', range: 'all' })).toMatchObject({
    q: 'hidden:>40%',
    sort: 'cost',
    range: 'all',
  });
  expect(asked({ sort: 'duration.asc' })).toMatchObject({ sort: 'duration', ascending: true });
});

it('leaves a saved view to the browser', () => {
  expect(asked({ view: '0f7d9a52-6f0e-4a39-b6c2-3a2b1c4d5e6f' })).toBeUndefined();
});
