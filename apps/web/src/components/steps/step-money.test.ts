import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { buildSteps } from '../../lib/steps/build-steps.ts';
import { call, span } from '../../lib/steps/testing-rows.ts';
import { StepMoney } from './StepMoney.tsx';

const nothingTold = { state: null, inputTokens: null, outputTokens: null, reasoningTokens: null, cost: null };
function drawn(fields: Parameters<typeof span>[1]): string {
  const { steps } = buildSteps({ spans: [span('g', fields)], calls: [] });
  return renderToStaticMarkup(createElement(StepMoney, { step: steps[0]! }));
}

it('a cost that would be apportioned by lengths that are not shown is not a missing price', () => {
  const calls = [0, 1].map((index) =>
    call('g', index, {
      thoughtCount: 1,
      callId: index,
      state: 'readable',
      thoughtCharacters: 5,
      otherCharacters: null,
    }),
  );
  const { steps } = buildSteps({ spans: [span('g', { cost: 1000 })], calls });
  expect(steps).toHaveLength(2);
  for (const step of steps) {
    const words = renderToStaticMarkup(createElement(StepMoney, { step }));
    expect(words).toContain('apportioned by lengths of texts that are not shown');
    expect(words).not.toContain('no price');
  }
});

it('only a model call that has ended can have "usage not reported", and neither it nor a pending one has "no price"', () => {
  expect(drawn({ ...nothingTold, duration: null })).toContain('not known');
  expect(drawn(nothingTold)).toContain('usage not reported');
  expect(drawn({ cost: null })).toContain('no price');
  // The model may have a price, but it cannot be multiplied with usage that was not reported.
  for (const half of [{ inputTokens: null }, { outputTokens: null }]) {
    expect(drawn({ cost: null, ...half })).toContain('only a part of the usage was reported');
    expect(drawn({ cost: null, ...half })).not.toContain('no price');
  }
  expect(drawn({ cost: 1000 })).toContain('$');
});
