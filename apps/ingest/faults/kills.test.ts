import { expect, test } from 'vitest';
import { KILLS } from './kills.ts';
import { runFault, SHORT } from './fault.ts';

test.each(KILLS)(
  'no acknowledged span is lost or doubled, and responses are correct: $name',
  { timeout: 180_000 },
  async (fault) => {
    const reason = await fault.impossible?.();
    if (reason !== undefined) return console.log(`${fault.name} was not tried: ${reason}`);
    const { problems, acknowledged } = await runFault(fault, SHORT);
    expect(problems).toEqual([]);
    expect(acknowledged).toBeGreaterThan(0);
  },
);
