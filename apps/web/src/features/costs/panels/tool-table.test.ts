import { createElement } from 'react';
import { expect, it } from 'vitest';
import { htmlWithLinks } from '../../../lib/address/testing-router.ts';
import type { ThinkingOfTool } from '../answer.ts';
import { ToolTable } from './ToolTable.tsx';

const place = { project: 'shop', range: '30d', q: '' };
const tool: ThinkingOfTool = {
  tool: 'read_file',
  calls: 4,
  callsWithTokens: 4,
  reasoningTokens: 1_600_000n,
  callsEstimated: 0,
  estimatedTokens: 0n,
  reasoningCost: 0n,
  hiddenCost: 0n,
  tokenHistogram: [],
};
const cells = (of: Partial<ThinkingOfTool>) => {
  const table = htmlWithLinks(createElement(ToolTable, { tools: [{ ...tool, ...of }], place }));
  return [...table.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell]) => cell!.replaceAll(/<[^>]*>/g, ''));
};

it('answers are no tool: they stand below all of them, by their own name', () => {
  const tools = [{ ...tool, tool: 'text_output', calls: 9 }, tool];
  const table = htmlWithLinks(createElement(ToolTable, { tools, place }));
  const heads = [...table.matchAll(/<th scope="row"[^>]*>(.*?)<\/th>/g)].map(([, cell]) => cell!);
  expect(heads.map((cell) => cell.replaceAll(/<[^>]*>/g, ''))).toEqual(['read_file', 'Answers, without a tool']);
  expect(heads[0]).toMatch(/class="[^"]*tool/);
  expect(heads[1]).not.toMatch(/class="[^"]*tool/);
  expect(table.match(/<tbody/g)).toHaveLength(2);
});

it('thinking that was counted and has no price is not shown as $0', () => {
  const [paid, hidden] = cells({}).slice(3, 5);
  expect([paid, hidden]).not.toContain('$0');
  expect(paid).toContain('—');
});

it('the hidden part of readable thinking is 0, and is unknown when nothing was counted', () => {
  expect(cells({ reasoningCost: 5_000_000n }).slice(3, 5)).toEqual(['$0.0050', '$0']);
  expect(cells({ callsWithTokens: 0, reasoningTokens: 0n })[3]).toContain('not reported');
});

it('a column has one unit: hidden is money, and its share says of how few calls it is', () => {
  const paid = { reasoningCost: 4_000_000n, hiddenCost: 3_000_000n };
  expect(cells(paid).slice(4)).toEqual(['$0.0030', '75 % n = 4']);
  expect(cells({ ...paid, calls: 20 }).slice(4)).toEqual(['$0.0030', '75 %']);
});
