import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { TopThought } from '../answer.ts';
import { ThoughtWords } from './TopThoughts.tsx';

const thought: TopThought = {
  ...{ traceId: 'a', spanId: 'b', index: 0, traceName: null, asked: null, tool: 'get_order', type: 'function' },
  ...{ state: 'withheld', provider: null, model: null, agent: null, tokens: 1204n, cost: 5n, preview: null },
  tokensSource: 'reported',
  startedAt: new Date(0),
};
const drawn = (of: TopThought) => renderToStaticMarkup(createElement(ThoughtWords, { thought: of }));

it('tokens of a thought that are a share of what was reported, or an estimate, are marked', () => {
  expect(drawn(thought)).toContain('Thought for 1,204 tokens');
  expect(drawn({ ...thought, tokensSource: 'apportioned' })).toContain('≈ 1,204');
  expect(drawn({ ...thought, tokensSource: 'estimated' })).toContain('≈ 1,204');
});
