import { createElement } from 'react';
import { expect, it } from 'vitest';
import { htmlWithLinks } from '../../../lib/address/testing-router.ts';
import type { SpendOfCut } from '../answer.ts';
import { NO_SPEND } from '../../../lib/figures/spend-tables.ts';
import { Unpriced } from './Unpriced.tsx';

const place = { project: 'shop', range: '30d', q: '' };
const model: SpendOfCut = {
  ...{ ...NO_SPEND, key: 'llama', provider: 'vllm', generations: 3, generationsUnpriced: 3 },
  ...{ inputTokens: 30n, outputTokens: 12n },
};
const said = (...models: SpendOfCut[]) =>
  htmlWithLinks(createElement(Unpriced, { models, place })).replaceAll(/<[^>]*>/g, '');

it('models without a price are named with their provider, whose price it would be', () => {
  expect(said(model)).toContain('1 model has no price: 3 calls are not in any $ (llama of vllm).');
  expect(said(model, { ...model, provider: 'groq' })).toContain('(llama of vllm, llama of groq)');
});

it('a model without a provider is named alone', () => {
  expect(said({ ...model, provider: null })).toContain('(llama).');
  expect(said({ ...model, provider: '' })).toContain('(llama).');
});

it('a model with other priced calls is not listed as a model without a price', () => {
  const words = said({ ...model, key: 'gpt-5.2', inputCost: 50n, generationsUnpriced: 1 });
  expect(words).not.toContain('no price');
  expect(words).toContain('1 call is not in any $ for another reason (gpt-5.2 of vllm)');
});

it('nor is one whose calls reported no usage', () => {
  expect(said({ ...model, inputTokens: 0n, outputTokens: 0n })).not.toContain('no price');
});

it('nothing is said where all has its price', () => {
  expect(said({ ...model, generationsUnpriced: 0 })).toBe('');
});
