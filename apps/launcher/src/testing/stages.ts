// The stages of `npm test`: the command, the stages it waits for, and how its tests are counted.
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from '../build.ts';
import { DEFAULT_DATA, inRoot } from '../paths.ts';
import { lastLines, runProgram } from '../run-program.ts';
import { describe } from '../user-error.ts';
import { findBrowser } from './browser.ts';
import {
  type Counts,
  NOTHING,
  countLastLine,
  countPlaywright,
  countVitest,
  oneCheck,
  outsideTests,
  withExitCode,
} from './counts.ts';

export interface StageEnd {
  counts: Counts;
  /** The output to show after a failure. */
  output: string;
}

export interface Stage {
  name: string;
  /** Names of the stages that have to end first. */
  after: string[];
  run(say: (line: string) => void): Promise<StageEnd>;
}

const logs = join(DEFAULT_DATA, 'logs');
const reports = join(DEFAULT_DATA, 'reports');
const RECORDINGS = inRoot('../shared/recordings');
const SHOWN_LINES = 80;

/**
 * The first group needs no build. The end-to-end tests run alone, because they measure whole systems on the same few
 * cores. If they need a browser download, it runs beside other stages.
 */
export const STAGES: Stage[] = [
  { name: 'build', after: [], run: runBuild },
  { name: 'chromium', after: [], run: runFindBrowser },
  { name: 'lint', after: [], run: () => check('lint', 'eslint', ['.']) },
  { name: 'format', after: ['lint'], run: () => check('format', 'prettier', ['--check', '--log-level', 'warn', '.']) },
  {
    name: 'types',
    after: ['build'],
    run: () => check('types', 'turbo', ['run', 'check', '--output-logs=errors-only']),
  },
  { name: 'tests', after: ['build', 'format'], run: runVitest },
  { name: 'conformance', after: ['tests'], run: runConformance },
  { name: 'frameworks', after: ['conformance'], run: runFrameworks },
  { name: 'browser', after: ['types', 'chromium', 'frameworks'], run: (say) => runPlaywright([], say) },
];

async function runBuild(): Promise<StageEnd> {
  try {
    await build({ logs });
    return { counts: oneCheck(true), output: '' };
  } catch (error) {
    return { counts: oneCheck(false), output: describe(error) };
  }
}

/** Searched once: without a network, an attempt to install a browser takes half a minute. */
let browser: Promise<string> | undefined;

async function runFindBrowser(say: (line: string) => void): Promise<StageEnd> {
  browser ??= findBrowser(say);
  try {
    return { counts: oneCheck(true), output: await browser };
  } catch (error) {
    say(describe(error)); // at once, not after all the other stages
    return { counts: oneCheck(false), output: describe(error) };
  }
}

async function check(name: string, command: string, parameters: string[]): Promise<StageEnd> {
  const { code, output } = await runProgram({ command, parameters, logFile: join(logs, `test-${name}.log`) });
  return { counts: oneCheck(code === 0), output: lastLines(output, SHOWN_LINES) };
}

async function runVitest(): Promise<StageEnd> {
  const report = join(reports, 'vitest.json');
  const parameters = ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  return runWithReport({ name: 'tests', command: 'vitest', parameters, report, count: countVitest });
}

/**
 * The recordings of provider responses are next to the checkout, not in it; without them only the fixtures are
 * replayed.
 */
function runConformance(): Promise<StageEnd> {
  const recordings = existsSync(RECORDINGS) ? ['--recordings', RECORDINGS] : [];
  return runCounting('conformance', [inRoot('packages/sdk/conformance/main.ts'), ...recordings]);
}

/** Agents on the frameworks that most people use, whose packages are installed for this alone. */
function runFrameworks(): Promise<StageEnd> {
  return runCounting('frameworks', [inRoot('examples/frameworks/main.ts'), '--core']);
}

/** A program whose last line is `N passed, N failed`. */
async function runCounting(name: string, parameters: string[]): Promise<StageEnd> {
  const { code, output } = await runProgram({ command: 'node', parameters, logFile: join(logs, `test-${name}.log`) });
  return { counts: withExitCode(countLastLine(output) ?? NOTHING, code), output: lastLines(output, SHOWN_LINES) };
}

/** The end-to-end tests, in the browser that was found. */
async function runPlaywright(parameters: string[], say: (line: string) => void): Promise<StageEnd> {
  try {
    const report = join(reports, 'playwright.json');
    const env = { SUBTEXT_BROWSER: await (browser ??= findBrowser(say)), PLAYWRIGHT_JSON_OUTPUT_FILE: report };
    const words = ['test', '--reporter=list,json', ...parameters];
    const directory = inRoot('e2e');
    return await runWithReport({
      name: 'browser',
      command: 'playwright',
      parameters: words,
      directory,
      env,
      report,
      count: countPlaywright,
      more: outsideTests,
    });
  } catch (error) {
    return { counts: oneCheck(false), output: describe(error) };
  }
}

interface ReportedRun<Report> {
  name: string;
  command: string;
  parameters: string[];
  directory?: string;
  env?: Record<string, string>;
  report: string;
  count(report: Report): Counts;
  /** What the end of the output does not say. */
  more?(report: Report): string;
}

async function runWithReport<Report>({
  name,
  report,
  count,
  more = () => '',
  ...program
}: ReportedRun<Report>): Promise<StageEnd> {
  await rm(report, { force: true }); // of an earlier run
  const { code, output } = await runProgram({ ...program, logFile: join(logs, `test-${name}.log`) });
  const text = await readFile(report, 'utf8').catch(() => undefined);
  const end = lastLines(output, SHOWN_LINES);
  if (text === undefined) return { counts: withExitCode(NOTHING, code), output: end };
  const written = JSON.parse(text) as Report;
  return { counts: withExitCode(count(written), code), output: `${more(written)}${end}` };
}
