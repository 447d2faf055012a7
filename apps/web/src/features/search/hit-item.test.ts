import { createElement, type ComponentProps } from 'react';
import { expect, it } from 'vitest';
import { htmlWithLinks } from '../../lib/address/testing-router.ts';
import { HitItem } from './HitItem.tsx';

type Hit = ComponentProps<typeof HitItem>['hit'];

const STEP: NonNullable<Hit['step']> = {
  ...{
    label: '3',
    model: 'gpt-5.2',
    state: 'withheld',
    tokens: 1204,
    about: false,
    cost: 3_000_000,
    approximate: false,
  },
  ...{
    hiddenShare: undefined,
    action: { kind: 'calls', tools: [], failed: false, isWithin: false, isPartial: false },
    next: null,
    thought: null,
  },
};

/** The text of a rendered hit with this step. */
function drawn(step: Partial<typeof STEP>): string {
  const hit = {
    ...{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), index: 0, title: 'Refund', tool: 'help', model: null },
    ...{ matched: ['args'], texts: {}, group: 'trace', inGroup: 1, startedAt: new Date(0) },
    step: { ...STEP, ...step },
  } as unknown as Hit;
  const place = { index: 0, top: 0, of: 1 };
  const rest = { group: 'tool', terms: [], isFirst: false, href: '/', current: false, tabStop: true } as const;
  const props = { ...rest, hit, place, ref: null, onFocus: () => {}, onOpen: () => {} };
  return htmlWithLinks(createElement(HitItem, props)).replaceAll(/<[^>]*>/g, '');
}

it('says ≈ of what a hit cost where that is a share of what was reported, and of tokens that are one', () => {
  const reported = drawn({});
  expect(reported).toContain('$0.0030');
  expect(reported).toContain('1,204 tokens');
  expect(reported).not.toContain('≈');
  expect(drawn({ approximate: true })).toMatch(/≈[^$]*\$0\.0030/);
  expect(drawn({ about: true })).toMatch(/Thought for (about )?≈[^\d]*1,204 tokens/);
});
