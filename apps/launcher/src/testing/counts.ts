// Counts passed and failed tests from the reports of each tool.

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0 };

export function sum(all: Counts[]): Counts {
  const add = (one: Counts, other: Counts): Counts => ({
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  });
  return all.reduce(add, NOTHING);
}

/** A program that only says yes or no (types, lint). */
export const oneCheck = (succeeded: boolean): Counts => ({
  passed: succeeded ? 1 : 0,
  failed: succeeded ? 0 : 1,
  skipped: 0,
});

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
}

/** A file that cannot be loaded has no tests, but counts as failed. */
export function countVitest(report: VitestReport): Counts {
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  /** Errors outside of any test. */
  errors: { message?: string }[];
}

/** Flaky counts as failed: a test that passes only sometimes proves nothing. */
export function countPlaywright({ stats, errors }: PlaywrightReport): Counts {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped };
}

/** What failed outside of any test, which the end of the output of Playwright only counts; empty without such errors. */
export const outsideTests = ({ errors }: PlaywrightReport): string =>
  errors.map(({ message = 'an error without a message' }) => `Outside of any test: ${message}\n`).join('');

/** The last line of the form `12 passed, 0 failed, 3 skipped`; undefined when there is none. */
export function countLastLine(output: string): Counts | undefined {
  const line = output.split('\n').findLast((text) => /^\d+ passed, \d+ failed/.test(text));
  const [passed, failed, skipped] = line?.match(/\d+/g)?.map(Number) ?? [];
  return passed === undefined || failed === undefined ? undefined : { passed, failed, skipped: skipped ?? 0 };
}

/** A tool that exits with an error although no test failed (a crash, an unhandled error) has failed, too. */
export function withExitCode(counts: Counts, code: number | undefined): Counts {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
