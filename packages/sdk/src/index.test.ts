/** Every public function takes anything without a TypeError: programs without types pass what types forbid. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, it, vi } from 'vitest';
import * as sdk from './index.ts';
import { ARGUMENTS, HOSTILE, thrownBy, type Anything } from './testing/hostile-arguments.ts';

beforeAll(() => {
  vi.stubEnv('OTEL_SDK_DISABLED', 'true'); // What is recorded here goes nowhere.
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const FUNCTIONS = Object.entries(sdk) as [string, Anything][];
/** They wait for a timer, so fewer runs; `shutdown` ends the recording, so it is the last. */
const SLOW = ['flush', 'shutdown'];

describe('a public function', () => {
  it.each(FUNCTIONS.filter(([name]) => !SLOW.includes(name)))('%s takes anything', async (_, run) => {
    await fc.assert(
      fc.asyncProperty(ARGUMENTS, async (args) => !((await thrownBy(run, args)) instanceof TypeError)),
      { numRuns: 150 },
    );
  });

  it.each(FUNCTIONS.filter(([name]) => SLOW.includes(name)))('%s takes anything', async (_, run) => {
    await fc.assert(
      fc.asyncProperty(HOSTILE, async (timeout) => !((await thrownBy(run, [timeout])) instanceof TypeError)),
      { numRuns: 30 },
    );
  });
});
