import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Receipt } from './receipt.ts';
import { ReceiptTable } from './ReceiptTable.tsx';

const input = { label: 'fresh input', tokens: 1400n, rate: null, amount: null };
const untold = { label: 'answer, calls', tokens: null, rate: null, amount: null };
const receipt: Receipt = { lines: [input, untold], total: null, hidden: null, clamped: false, lack: undefined };
const drawn = (fields: Partial<Receipt>) =>
  renderToStaticMarkup(createElement(ReceiptTable, { receipt: { ...receipt, ...fields } }));

it('a receipt without any priced line has "no price" only when all usage is reported', () => {
  expect(drawn({})).toContain('no price');
  const partly = drawn({ lack: 'only a part of the usage was reported' });
  expect(partly).toContain('only a part of the usage was reported');
  expect(partly).not.toContain('no price');
});
