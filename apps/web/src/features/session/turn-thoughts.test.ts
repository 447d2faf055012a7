import { QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { expect, it } from 'vitest';
import { htmlWithLinks } from '../../lib/address/testing-router.ts';
import { makeQueryClient } from '../../lib/requests/query-client.ts';
import { encodeSkeleton } from '../../lib/skeleton/skeleton.ts';
import { call, span } from '../../lib/steps/testing-rows.ts';
import { gateAt, GateProvider } from '../../lib/requests/trpc.ts';
import { TurnThoughts } from './TurnThoughts.tsx';

const ADDRESS = { project: 'shop', trace: 'a'.repeat(32) };

/** The lines of a turn whose response cost 0.003 dollars and has these calls. */
function linesOf(...calls: Parameters<typeof call>[2][]): string[] {
  const gate = gateAt('http://localhost/');
  const client = makeQueryClient();
  const rows = encodeSkeleton({
    spans: [span('g', { state: 'withheld', cost: 3_000_000, outputTokens: 2000, reasoningTokens: 1204 })],
    calls: calls.map((fields, index) => call('g', index, { state: 'withheld', ...fields })),
  });
  client.setQueryData(gate.options.trace.skeleton.queryOptions(ADDRESS).queryKey, { rows } as never);
  const thoughts = createElement(TurnThoughts, { ...ADDRESS, live: false, href: '/' });
  const gated = createElement(GateProvider, { value: gate }, thoughts);
  const html = htmlWithLinks(createElement(QueryClientProvider, { client }, gated));
  return html
    .split('<li')
    .slice(1)
    .map((line) => line.replaceAll(/<[^>]*>/g, ''));
}

it('says what was reported of a step as it is', () => {
  const [line] = linesOf({ reasoningTokens: 1204, tokensSource: 'reported' });
  expect(line).toContain('1,204 tokens');
  expect(line).toContain('$0.0030');
  expect(line).not.toContain('≈');
});

it('says ≈ of the parts into which a response was divided, and of tokens that were counted from the text', () => {
  const parts = linesOf({ reasoningTokens: 1000 }, { reasoningTokens: 204 });
  expect(parts).toHaveLength(2);
  for (const line of parts) expect(line).toMatch(/≈[^\d]*[\d,]+ tokens.*≈[^$]*\$0\.00/);
  const [line] = linesOf({ reasoningTokens: 1204, tokensSource: 'estimated' });
  expect(line).toMatch(/≈[^\d]*1,204 tokens/);
});
