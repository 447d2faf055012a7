import { describe, expect, it } from 'vitest';
import { countLastLine, countPlaywright, countVitest, outsideTests, sum, withExitCode } from './counts.ts';

describe('counting what passed', () => {
  it('adds up', () => {
    const total = sum([
      { passed: 2, failed: 0, skipped: 1 },
      { passed: 3, failed: 1, skipped: 0 },
    ]);
    expect(total).toEqual({ passed: 5, failed: 1, skipped: 1 });
  });

  it('counts a test file that cannot be loaded as a failure', () => {
    const report = { numPassedTests: 4, numFailedTests: 1, numPendingTests: 1, numTodoTests: 0 };
    const testResults = [
      { status: 'passed', assertionResults: [{}] },
      { status: 'failed', assertionResults: [{}] },
      { status: 'failed', assertionResults: [] },
    ];
    expect(countVitest({ ...report, testResults })).toEqual({ passed: 4, failed: 2, skipped: 1 });
  });

  it('counts a journey that passes only sometimes as a failure', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };
    expect(countPlaywright({ stats, errors: [{}] })).toEqual({ passed: 5, failed: 3, skipped: 2 });
  });

  it('says what failed outside of any journey', () => {
    const stats = { expected: 5, unexpected: 0, flaky: 0, skipped: 0 };
    const errors = [{ message: 'Worker teardown timeout of 120000ms exceeded.' }];
    expect(outsideTests({ stats, errors })).toBe(
      'Outside of any test: Worker teardown timeout of 120000ms exceeded.\n',
    );
    expect(outsideTests({ stats, errors: [] })).toBe('');
  });

  it('reads the last line of a runner, and nothing from a runner without one', () => {
    expect(countLastLine('1 passed, 1 failed\n…\n12 passed, 0 failed, 3 skipped\n')).toEqual({
      passed: 12,
      failed: 0,
      skipped: 3,
    });
    expect(countLastLine('Segmentation fault')).toBeUndefined();
  });

  it('takes a bad end for a failure even if every test passed', () => {
    expect(withExitCode({ passed: 3, failed: 0, skipped: 0 }, 1).failed).toBe(1);
    expect(withExitCode({ passed: 3, failed: 0, skipped: 0 }, undefined).failed).toBe(1);
    expect(withExitCode({ passed: 3, failed: 2, skipped: 0 }, 1).failed).toBe(2);
    expect(withExitCode({ passed: 3, failed: 0, skipped: 0 }, 0).failed).toBe(0);
  });
});
