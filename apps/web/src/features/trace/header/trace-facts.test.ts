import { describe, expect, it } from 'vitest';
import { conditionsOf } from '../../../lib/traces/trace-filter.ts';
import type { TraceSummary } from '../data/use-trace.ts';
import { forkComparison } from './ForkedFrom.tsx';
import { durationSearch, forkOrigin, forksSearch, reportedFacts, startSearch } from './trace-facts.ts';

const NOTHING = { sessionId: null, userId: null, environment: null, release: null, service: null };
const summary = (fields: object) => ({ ...NOTHING, tags: [], metadata: [], ...fields }) as unknown as TraceSummary;
const params = (search: string) => Object.fromEntries(new URLSearchParams(search));

describe('the facts of a trace', () => {
  it('are only those that were reported', () => {
    expect(reportedFacts(summary({}))).toEqual([]);
    const facts = reportedFacts(summary({ userId: '4471', tags: ['vip', 'eu'], metadata: [['customer', 'acme']] }));
    expect(facts.map(({ label, text }) => `${label} ${text}`)).toEqual([
      'User 4471',
      'Tag vip',
      'Tag eu',
      'customer acme',
    ]);
  });

  it('each filter the list by themselves, with any characters', () => {
    const reported = { ...NOTHING, sessionId: 's 1', environment: 'prod', release: '1.2+3', service: 'shop & co' };
    const facts = reportedFacts(summary({ ...reported, metadata: [['order: no', 'a:b']] }));
    expect(facts.flatMap(({ search }) => conditionsOf(params(search).q!))).toEqual([
      { negated: false, field: 'session', value: 's 1' },
      { negated: false, field: 'env', value: 'prod' },
      { negated: false, field: 'release', value: '1.2+3' },
      { negated: false, field: 'service', value: 'shop & co' },
      { negated: false, field: 'metadata', key: 'order: no', value: 'a:b' },
    ]);
  });

  it('name the run that a fork is of, and lead to their comparison at the step', () => {
    const trace = 'a'.repeat(32);
    const metadata = [
      ['fork.trace', trace],
      ['fork.step', '4b'],
      ['customer', 'acme'],
    ];
    const origin = forkOrigin(summary({ metadata }));
    expect(origin).toEqual({ trace, step: '4b' });
    expect(forkComparison('shop', 'b'.repeat(32), origin!)).toBe(
      `/p/shop/compare?a=${trace}&b=${'b'.repeat(32)}&step=4`,
    );
    expect(reportedFacts(summary({ metadata })).map(({ text }) => text)).toEqual(['acme']);
    expect(conditionsOf(params(forksSearch(trace)).q!)).toEqual([
      { negated: false, field: 'metadata', key: 'fork.trace', value: trace },
    ]);
  });

  it.each([
    [['fork.trace', 'a'.repeat(32)]],
    [
      ['fork.trace', '"><script>'],
      ['fork.step', '4'],
    ],
    [
      ['fork.trace', 'a'.repeat(32)],
      ['fork.step', '4&b=x'],
    ],
  ])('are texts like all others where they name no step of a trace: %j', (...metadata) => {
    expect(forkOrigin(summary({ metadata }))).toBeUndefined();
    expect(reportedFacts(summary({ metadata }))).toHaveLength(metadata.length);
  });

  it('lead from the start to the hour that contains it, and from the duration to those as long', () => {
    expect(params(startSearch(new Date('2026-11-20T10:59:59.999Z')))).toEqual({
      range: '2026-11-20T10:00:00Z..2026-11-20T11:00:00Z',
    });
    expect(conditionsOf(params(durationSearch({ milliseconds: 41_250, atLeast: false })!).q!)).toEqual([
      { negated: false, field: 'duration', comparison: '>=', value: 41.25 },
    ]);
    expect(durationSearch({ milliseconds: null, atLeast: true })).toBeUndefined();
  });
});
