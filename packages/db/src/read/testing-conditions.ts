/** Each condition on traces that a filter can have, with its negation, and each facet. */
import type { Facet } from './traces/trace-facets.ts';
import type { TraceCondition } from './traces/trace-conditions.ts';

export const CONDITIONS = [
  ...(
    [
      'tool',
      'model',
      'agent',
      'session',
      'user',
      'env',
      'release',
      'service',
      'tag',
      'effort',
      'status',
      'state',
      'text',
    ] as const
  ).map((field) => ({ field, value: 'x' })),
  { field: 'metadata' as const, key: 'x', value: 'x' },
  ...[null, { oneOf: ['x'] }, { oneOf: ['up', '0.5'] }, { comparison: '>=' as const, number: 0.5 }].map((value) => ({
    ...{ field: 'score' as const, name: 'x', value },
  })),
  ...['any', 'repeated'].map((value) => ({ field: 'check' as const, value })),
  ...['preamble', 'thought', 'error', 'bookmark', 'score'].map((value) => ({ field: 'has' as const, value })),
  ...(['hidden', 'thinking', 'cost', 'steps', 'duration'] as const).map((field) => ({
    field,
    comparison: '>' as const,
    value: 1,
  })),
].flatMap((one) => [false, true].map((negated) => ({ ...one, negated }) as TraceCondition));

export const FACETS: readonly Facet[] = [
  ...(
    [
      ...(['tool', 'model', 'agent', 'status', 'state', 'effort', 'tag', 'session', 'user', 'env', 'release'] as const),
      ...(['service', 'metadata', 'score', 'check'] as const),
    ] as const
  ).map((field) => ({ field })),
  ...(['metadata', 'score'] as const).map((field) => ({ field, key: 'x' })),
];
