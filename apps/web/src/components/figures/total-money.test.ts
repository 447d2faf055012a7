import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SpentLine, type Spent } from './SpentLine.tsx';
import { TotalMoney } from './TotalMoney.tsx';

const costs = { input: 5_000_000n, answer: 15_000_000n, readable: 0n, untold: 0n, summary: 0n, noText: 20_000_000n };
const spent: Spent = {
  ...{ costs, inputTokens: 100n, outputTokens: 50n, reasoningTokens: 20n, generationsUnpriced: 0 },
  ...{ generations: 2, generationsReporting: 2, generationsInRuns: 0, runsCounted: 0 },
};
const text = (element: Parameters<typeof renderToStaticMarkup>[0]) =>
  renderToStaticMarkup(element)
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('≥ at least', '≥');

it('what is known of a total is so much at least where a call in it has no cost, and so is the thinking in it', () => {
  expect(text(createElement(TotalMoney, { of: spent }))).toBe('$0.040');
  expect(text(createElement(TotalMoney, { of: { ...spent, generationsUnpriced: 1 } }))).toBe('≥ $0.040');
  const line = text(createElement(SpentLine, { spent: { ...spent, generationsUnpriced: 1 }, children: null }));
  expect(line).toContain('thinking ≥ $0.020');
  expect(line).toContain('hidden ≥ $0.020');
  expect(text(createElement(SpentLine, { spent, children: null }))).not.toContain('≥');
});

it('a total of calls that reported only a part of their usage does not say "no price"', () => {
  const none = { ...costs, input: 0n, answer: 0n, noText: 0n };
  const partly = { ...spent, costs: none, outputTokens: 0n, generationsUnpriced: 2 };
  expect(text(createElement(TotalMoney, { of: partly }))).toBe('◌only a part of the usage was reported');
});

it('a cost of which there is only a sign is named in a line, so that it is none of its neighbours', () => {
  const none = { ...costs, input: 0n, answer: 0n, noText: 0n };
  const open = { ...spent, costs: none, inputTokens: 0n, outputTokens: 0n, generationsUnpriced: 1 };
  const line = (of: Spent) => text(createElement(SpentLine, { spent: of, children: null }));
  expect(line(open)).toContain('cost ◌');
  expect(line({ ...open, generationsUnpriced: 0 })).toContain('cost —');
  expect(line(spent)).not.toContain('cost');
});
