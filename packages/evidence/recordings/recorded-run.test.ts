import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkRun } from '../src/index.ts';
import { recordedRun, type Recording } from './recorded-run.ts';
import { toolsOf, trajectoryRun, type Trajectory } from './trajectory-run.ts';

/** Cases in the format of the recordings, which the readers of this repository are tested with. */
const FIXTURES = join(import.meta.dirname, '../../reasoning/fixtures');
const files = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
const fixtures = files.map((file) => JSON.parse(readFileSync(join(FIXTURES, file), 'utf8')) as Recording);
const READING = new Set(['other-tool', 'other-value', 'against-thought']);

describe('a recording', () => {
  test('becomes a run with its thoughts and calls', () => {
    const runs = fixtures.map(recordedRun);
    const steps = runs.flatMap((run) => run.steps);
    expect(steps.flatMap(({ thoughts }) => thoughts).length).toBeGreaterThan(20);
    expect(steps.flatMap(({ calls }) => calls).length).toBeGreaterThan(20);
  });

  test('has no finding that is read out of its thoughts', () => {
    const findings = fixtures.flatMap((fixture) => checkRun(recordedRun(fixture)).findings);
    expect(findings.filter(({ check }) => READING.has(check))).toEqual([]);
  });
});

test('a trajectory becomes a run in which a thought leads to the calls of the next answer', () => {
  const call = (id: string, name: string, args: unknown) => ({
    id,
    function: { name, arguments: JSON.stringify(args) },
  });
  const trajectory: Trajectory = {
    task_id: 9,
    traj: [
      { role: 'user', content: 'Cancel my order.' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [call('1', 'think', { thought: 'It cannot be canceled, this order.' })],
      },
      { role: 'tool', tool_call_id: '1', content: '' },
      { role: 'assistant', content: null, tool_calls: [call('2', 'cancel_order', { id: 8812 })] },
      { role: 'tool', tool_call_id: '2', content: 'done' },
    ],
  };
  const run = trajectoryRun(trajectory, toolsOf([trajectory]));
  expect(run.steps.map(({ newUserMessage }) => newUserMessage)).toEqual([true, false]);
  expect(run.steps[1]).toMatchObject({
    thoughts: [{ callsBefore: 0 }],
    calls: [{ tool: 'cancel_order', result: 'done' }],
  });
});
