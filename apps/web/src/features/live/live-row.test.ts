import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { LiveCall } from '../../lib/live/live-event.ts';
import { call, span } from '../../lib/steps/testing-rows.ts';
import { LiveRow } from './LiveRow.tsx';
import { tailRows } from './tail-rows.ts';
import { TailBuilder } from './tail.ts';

/** Renders the row of a step with hidden thinking and a tool call. */
function drawn(tokensSource: LiveCall['tokensSource']): string {
  const nothingPaid = { cost: null, reasoningCost: null, hiddenCost: null };
  const asked: LiveCall = {
    ...call('1', 0),
    ...{ callId: 'call of 1', reasoningRef: null, thought: null, preamble: null, arguments: '{}' },
    ...{ state: 'withheld', thoughtCount: 0, thoughtCharacters: 0, tokens: 1204, tokensSource },
  };
  const now = { at: 0, quietMs: 0 };
  const news = {
    id: 'a',
    title: 'a',
    ...now,
    fresh: ['1'],
    spans: [span('1', { start: 0, ...nothingPaid })],
    calls: [asked],
  };
  const [row] = tailRows(new TailBuilder().add([news], 0).steps, new Set());
  return renderToStaticMarkup(createElement(LiveRow, { row: row!, index: 0, top: 0, selected: false, href: '/' }));
}

it('tokens that are a share of what was reported are marked, reported ones are not', () => {
  expect(drawn('apportioned')).toContain('Thought for ≈ 600 tokens');
  expect(drawn('reported')).not.toContain('≈');
});

it('a call without an end is not said to have none: it may come with the next news', () => {
  expect(drawn('reported')).toContain('no result yet');
  expect(drawn('reported')).not.toContain('no end recorded');
});

/** Renders the row of a streaming answer, `quietMs` after its last snapshot. */
function drawnPartial(quietMs: number, fields: Partial<LiveCall>): string {
  const nothingPaid = { cost: null, inputTokens: null, outputTokens: null, reasoningTokens: null };
  const written: LiveCall = {
    ...call('1', 0, { type: 'answer', state: 'readable', thoughtCount: 1, thoughtCharacters: 9 }),
    ...{ callId: null, reasoningRef: null, thought: 'and so I', preamble: null, arguments: null, ...fields },
  };
  const open = span('1', { start: 0, duration: null, status: 'unset', partial: true, ...nothingPaid });
  const news = { id: 'a', title: 'a', at: 0, quietMs, fresh: ['1'], spans: [open], calls: [written] };
  const [row] = tailRows(new TailBuilder().add([news], 0).steps, new Set());
  return renderToStaticMarkup(createElement(LiveRow, { row: row!, index: 0, top: 0, selected: false, href: '/' }));
}

it('a streaming answer shows its thought as it arrives, and neither an end nor a cost', () => {
  const row = drawnPartial(0, {});
  expect(row).toContain('and so I');
  expect(row).toContain('∙∙∙');
  expect(row).toContain('not known');
  expect(row).not.toMatch(/✓|\$0|no price|Answer/);
});

it('an answer of which nothing more comes has no end recorded, and the text that came', () => {
  const row = drawnPartial(60_000, { arguments: 'It is' });
  expect(row).toContain('and so I');
  expect(row).toContain('It is');
  expect(row).toContain('no end recorded');
  expect(row).not.toContain('∙∙∙');
});
