import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TRUST } from '../src/index.ts';
import { readLabels } from './origin-labels.ts';
import { callsOfTrajectory } from './recorded-calls.ts';

test('every label names a value, and only values from nowhere have a basis', () => {
  const labels = readLabels(readFileSync(join(import.meta.dirname, 'origin-labels.tsv'), 'utf8'));
  expect(labels.length).toBeGreaterThanOrEqual(200);
  const kinds = new Set<string>([...TRUST, 'nowhere', 'unknown']);
  expect(
    labels.filter(
      ({ path, origin, step, call }) =>
        !Array.isArray(JSON.parse(path)) || !kinds.has(origin) || !(step >= 0) || !(call >= 0),
    ),
  ).toEqual([]);
  expect(labels.filter(({ origin, basis }) => (origin === 'nowhere') !== (basis !== ''))).toEqual([]);
  expect(new Set(labels.map(({ run, step, call, path }) => JSON.stringify([run, step, call, path]))).size).toBe(
    labels.length,
  );
});

test('a call of a trajectory has seen everything before it, and nothing after', () => {
  const traj = [
    { role: 'system', content: 'You help.' },
    { role: 'user', content: 'Cancel order 8812.' },
    {
      role: 'assistant',
      content: 'One moment.',
      tool_calls: [{ id: '1', function: { name: 'cancel', arguments: '{"id":8812}' } }],
    },
    { role: 'tool', tool_call_id: '1', content: 'done' },
  ];
  const tool = {
    type: 'function',
    function: { name: 'cancel', description: 'Cancels', parameters: { type: 'object' } },
  };
  expect(callsOfTrajectory({ task_id: 1, traj }, [tool])).toEqual([
    {
      step: 0,
      call: 0,
      tool: 'cancel',
      arguments: { id: 8812 },
      schema: { type: 'object' },
      description: 'Cancels',
      seen: [
        { kind: 'instructions', text: 'You help.' },
        { kind: 'user', text: 'Cancel order 8812.' },
        { kind: 'message', text: 'One moment.' },
      ],
    },
  ]);
});
