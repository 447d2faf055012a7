import { expect, it } from 'vitest';
import { spanOnPage } from './span-on-page.ts';

const WHOLE = '00112233aabbccdd';

it('is here by the name it goes by on the page', () => {
  expect(spanOnPage(WHOLE, [{ id: WHOLE }])).toBe('here');
  expect(spanOnPage('00112233', [{ id: '00112233' }])).toBe('here');
});

it('may be another one where only half of its id says so', () => {
  expect(spanOnPage(WHOLE, [{ id: '00112233' }])).toBe('alike');
});

it('is not here where others merely begin alike', () => {
  expect(spanOnPage(WHOLE, [{ id: '0011223300000000' }])).toBe('nowhere');
  expect(spanOnPage('no span at all', [{ id: '00112233' }])).toBe('nowhere');
});
