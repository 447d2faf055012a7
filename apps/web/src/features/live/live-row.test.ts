import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { LiveCall } from '../../lib/live/live-event.ts';
import { call, span } from '../../lib/steps/testing-rows.ts';
import { LiveRow } from './LiveRow.tsx';
import { tailRows } from './tail-rows.ts';
import { TailBuilder } from './tail.ts';

/** The row of one step that thought unseen and called a tool. */
function drawn(tokensSource: LiveCall['tokensSource']): string {
  const nothingPaid = { cost: null, reasoningCost: null, hiddenCost: null };
  const asked: LiveCall = {
    ...call('1', 0),
    ...{ callId: 'call of 1', reasoningRef: null, thought: null, preamble: null, arguments: '{}' },
    ...{ state: 'withheld', thoughtCount: 0, thoughtCharacters: 0, tokens: 1204, tokensSource },
  };
  const news = { id: 'a', title: 'a', fresh: ['1'], spans: [span('1', { start: 0, ...nothingPaid })], calls: [asked] };
  const [row] = tailRows(new TailBuilder().add([news], 0).steps, new Set());
  return renderToStaticMarkup(createElement(LiveRow, { row: row!, index: 0, top: 0, selected: false, href: '/' }));
}

it('tokens that are a share of what was reported are marked, reported ones are not', () => {
  expect(drawn('apportioned')).toContain('Thought for ≈ 600 tokens');
  expect(drawn('reported')).not.toContain('≈');
});

it('a call without an end is not said to have none: it may come with the next news', () => {
  expect(drawn('reported')).toContain('not back yet');
  expect(drawn('reported')).not.toContain('no end recorded');
});
