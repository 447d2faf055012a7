import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { buildSteps } from '../../lib/steps/build-steps.ts';
import { sumOf } from '../../lib/steps/step-sums.ts';
import { span } from '../../lib/steps/testing-rows.ts';
import { SumMoney } from './SumMoney.tsx';

type Fields = Parameters<typeof span>[1];

/** The rendered sum of model calls, each starting after the one before. */
function read(...calls: Fields[]): string {
  const spans = calls.map((fields, index) => span(`g${index}`, { ...fields, start: index }));
  const { steps } = buildSteps({ spans, calls: [] });
  const sum = sumOf(steps.map(({ paid }) => paid));
  return renderToStaticMarkup(createElement(SumMoney, { sum })).replaceAll(/<[^>]*>/g, '');
}

const priced = { cost: 20_000_000 };
const unpriced = { cost: null, reasoningCost: null, hiddenCost: null };
const partly = { ...unpriced, outputTokens: null, reasoningTokens: null, state: null };
const untold = { ...partly, inputTokens: null };
const unanswered = { ...untold, duration: null };

describe('a sum of what model calls cost', () => {
  it('is so much at least where something in it is not known', () => {
    expect(read(priced)).toBe('$0.020');
    for (const unknown of [unpriced, partly, untold, unanswered])
      expect(read(priced, unknown)).toBe('≥ at least $0.020');
  });

  it('says what is not known where nothing is: a price, or what a price would be of', () => {
    expect(read(unpriced, unpriced)).toBe('no price');
    expect(read(partly)).toBe('◌only a part of the usage was reported');
    expect(read(partly, untold)).toBe('◌only a part of the usage was reported');
    expect(read(untold, untold)).toBe('◌usage not reported');
    expect(read(unanswered)).toBe('◌not known');
    expect(read(unpriced, untold)).toBe('◌no price, or no usage reported');
  });

  it('says no more of what is free beside what is not known', () => {
    expect(read({ cost: 0 }, unpriced)).toBe('no price');
    expect(read({ cost: 0 })).toBe('$0');
  });
});
