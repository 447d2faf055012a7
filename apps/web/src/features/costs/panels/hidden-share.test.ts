import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { htmlWithLinks } from '../../../lib/address/testing-router.ts';
import { NO_SPEND } from '../../../lib/figures/spend-tables.ts';
import type { ThinkingOfTool } from '../answer.ts';
import { HiddenShare, hiddenOfCut, hiddenOfTools, type HiddenPart } from './HiddenShare.tsx';

const tool: ThinkingOfTool = {
  tool: 'read_file',
  calls: 30,
  callsWithTokens: 30,
  reasoningTokens: 300n,
  callsEstimated: 0,
  estimatedTokens: 0n,
  reasoningCost: 4_000_000_000n,
  hiddenCost: 3_000_000_000n,
  tokenHistogram: [],
};
const place = { project: 'shop', range: '30d', q: '' };
const drawn = (cut: 'tool' | 'model', rows: HiddenPart[], tables: boolean) =>
  htmlWithLinks(createElement(HiddenShare, { cut, rows, place, tables }));

describe('the hidden share of tools', () => {
  it('does not say which kind was hidden, because the kinds are not counted separately', () => {
    const table = drawn('tool', hiddenOfTools([tool]), true);
    expect(table).toContain('Hidden');
    expect(table).not.toContain('Summary only');
    expect(table).not.toContain('No text');
    expect(drawn('tool', hiddenOfTools([tool]), false)).toContain('hidden, summary only or no text $3.00');
  });

  it('shows answers separately from tools, below them', () => {
    const answers = { ...tool, tool: 'text_output', hiddenCost: 3_900_000_000n };
    for (const tables of [true, false]) {
      const words = drawn('tool', hiddenOfTools([answers, tool]), tables).replaceAll(/<[^>]*>/g, ' ');
      expect(words).toMatch(/read_file.*Answers, without a tool/);
      expect(words).not.toContain('text_output');
    }
  });

  it('is not known where no call says how much it thought', () => {
    const silent = { ...tool, callsWithTokens: 0, reasoningTokens: 0n, reasoningCost: 0n, hiddenCost: 0n };
    expect(drawn('tool', hiddenOfTools([silent]), false)).toContain('so the hidden share is unknown');
    expect(drawn('tool', hiddenOfTools([{ ...tool, hiddenCost: 0n }]), false)).toContain('all of it can be read');
  });
});

it('the hidden share of a model says what has a summary and what has no text', () => {
  const row = {
    ...NO_SPEND,
    key: 'gpt-5.2',
    provider: null,
    generations: 30,
    generationsReporting: 30,
    summaryCost: 2_000_000_000n,
  };
  const rows = hiddenOfCut([{ ...row, noTextCost: 1_000_000_000n }], 'usd');
  expect(drawn('model', rows, true)).toMatch(/Summary only.*No text.*2\.00.*1\.00/);
});

it('the hidden share of a model without a price is one of its tokens, and says so', () => {
  const row = { ...NO_SPEND, key: 'llama', provider: null, generations: 3, generationsReporting: 3 };
  const unpriced = { ...row, generationsUnpriced: 3, inputTokens: 100n, outputTokens: 100n };
  const rows = hiddenOfCut([{ ...unpriced, reasoningTokens: 50n, noTextTokens: 50n }], 'usd');
  for (const tables of [true, false]) {
    const words = drawn('model', rows, tables).replaceAll(/<[^>]*>/g, '');
    expect(words).toContain('by tokens, no price');
    expect(words).toContain('25 % n = 3');
  }
  expect(drawn('model', hiddenOfCut([unpriced], 'tokens'), true)).not.toContain('by tokens, no price');
});
