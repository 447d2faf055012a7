import { QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { makeQueryClient } from '../../../lib/requests/query-client.ts';
import { gateAt, GateProvider } from '../../../lib/requests/trpc.ts';
import { buildSteps } from '../../../lib/steps/build-steps.ts';
import { call, span } from '../../../lib/steps/testing-rows.ts';
import { ThoughtPair } from './ThoughtPair.tsx';

const stepOf = (tokensSource: 'reported' | 'estimated') =>
  buildSteps({
    spans: [span('g', { state: 'withheld', outputTokens: 2000, reasoningTokens: 1204 })],
    calls: [call('g', 0, { state: 'withheld', reasoningTokens: 1204, tokensSource })],
  }).steps[0];

it('says ≈ of the tokens of that side alone on which they were counted from the text', () => {
  const steps = { a: stepOf('reported'), b: stepOf('estimated') };
  const props = { project: 'shop', traces: { a: 'a', b: 'b' }, steps, isWhole: false };
  const pair = createElement(ThoughtPair, props);
  // Nothing answers there: the texts are still loading.
  const gated = createElement(GateProvider, { value: gateAt('http://localhost/') }, pair);
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client: makeQueryClient() }, gated));
  const [a = '', b = ''] = html.split(/(?=<div[^>]*data-side="b")/).map((side) => side.replaceAll(/<[^>]*>/g, ''));
  expect(a).toContain('1,204 tokens');
  expect(a).not.toContain('≈');
  expect(b).toMatch(/≈[^\d]*1,204 tokens/);
});
