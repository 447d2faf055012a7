import type { UseQueryResult } from '@tanstack/react-query';
import { createElement } from 'react';
import { expect, it } from 'vitest';
import { htmlWithLinks } from '../../../lib/address/testing-router.ts';
import type { CostHint, SpendMeasures } from '../answer.ts';
import { NO_SPEND } from '../../../lib/figures/spend-tables.ts';
import { Advice } from './Advice.tsx';

const place = { project: 'shop', range: '30d', q: '' };
const hint: CostHint = {
  title: 'Summaries can be asked for.',
  change: 'reasoning: { summary: "detailed" }',
  costNote: null,
  caution: null,
  section: 'openai',
  models: ['gpt-5.2'],
  uncovered: 1_200_000_000n,
  tokens: 12_000n,
};
const stays: CostHint = { ...hint, title: 'Redacted.', change: null, models: ['claude'], uncovered: 500_000_000n };
const measures: SpendMeasures = {
  ...NO_SPEND,
  ...{ generations: 3, generationsReporting: 3, inputTokens: 10n, outputTokens: 30_000n, reasoningTokens: 20_000n },
  ...{ noTextTokens: 20_000n, inputCost: 1_000_000_000n, noTextCost: 2_000_000_000n },
};
const said = (of: SpendMeasures, hints: CostHint[]) => {
  const query = { data: hints, isError: false } as unknown as UseQueryResult<CostHint[], unknown>;
  const drawn = createElement(Advice, { measures: of, unit: 'usd', hints: query, place });
  return htmlWithLinks(drawn).replaceAll(/<[^>]*>/g, '');
};

it('the money for hidden thinking is said first, then how much of it a setting would have shown', () => {
  const words = said(measures, [hint, stays]);
  expect(words).toContain('You paid $2.00 for thinking nobody could read; up to $1.20 of it could be shown.');
  expect(words).toContain('reasoning: { summary: &quot;detailed&quot; }');
  expect(words).toContain('$0.500Stays hidden.');
});

it('what no setting shows is said', () => {
  expect(said(measures, [stays])).toContain('nobody could read; no setting is known that would show more of it.');
});

it('without a price it is said in tokens', () => {
  const unpriced = { ...measures, generationsUnpriced: 3, inputCost: 0n, noTextCost: 0n };
  expect(said(unpriced, [hint])).toContain('You paid 20k tokens for thinking nobody could read; up to 12k of it');
});

it('nothing reported is not nothing hidden', () => {
  const silent = { ...NO_SPEND, generations: 3, inputTokens: 10n, inputCost: 10n };
  expect(said(silent, [])).toContain('so what nobody could read is unknown');
  expect(said({ ...silent, generationsReporting: 3 }, [])).toContain('Nothing was paid for thinking that nobody could');
});
