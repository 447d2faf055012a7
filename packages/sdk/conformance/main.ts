/**
 * `npm run conformance`: replays recorded answers of real providers, and fixtures, through `observe()`, and compares
 * the spans with the expectations.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { flush, shutdown } from '../src/observe/lifecycle.ts';
import { trace } from '../src/observe/run.ts';
import { startReplayServer, type ReplayServer } from '../src/testing/replay-server.ts';
import { collectSpans } from '../src/testing/spans.ts';
import { compare } from './compare.ts';
import { writeDocument } from './document.ts';
import { loadRecordings, type Recording } from './recording.ts';
import { replay } from './replay.ts';
import { printReport, type CaseResult } from './report.ts';
import { reportedTurns } from './reported-turns.ts';

const DEFAULT_FOLDER = join(import.meta.dirname, '../../../../shared/recordings');
const FIXTURES = join(import.meta.dirname, '../../reasoning/fixtures');

/** Well below the capacity of the exporter's queue. */
const FLUSH_EVERY = 25;

const HELP = `npm run conformance -- [--recordings DIR] [--write] [--send]

Replays every recorded case, and every fixture written by hand, through observe() and a local server, and compares what the spans
carry with what is expected.

  --recordings DIR  the folder with <provider>/<id>.json (default: ../shared/recordings beside the repository; without it, fixtures only)
  --write           write the result to docs/conformance.md, too
  --send            send the cases to a running Subtext instead (SUBTEXT_URL, SUBTEXT_API_KEY), one trace a case
  --help            this text

Exit code 1 when a case is not exact.`;

/** Hides the clients' own warnings about deprecated models and cut events, which would bury the report. */
function withoutAdvice(): void {
  for (const level of ['warn', 'error'] as const) {
    const say = console[level];
    console[level] = (...args: unknown[]) => {
      if (!/^(?:The model '.*' is deprecated|Could not parse message into JSON|From chunk)/.test(String(args[0])))
        say(...args);
    };
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      recordings: { type: 'string' },
      write: { type: 'boolean' },
      send: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const recordings = loadCases(values);
  withoutAdvice();
  const server = await startReplayServer();
  try {
    return await (values.send ? send(server, recordings) : verify(server, recordings, values.write));
  } finally {
    await server.close();
  }
}

/** npm runs scripts in the package's folder; INIT_CWD is the caller's folder. */
function loadCases({ recordings, write }: { recordings?: string; write?: boolean }): Recording[] {
  const fixtures = loadRecordings(FIXTURES);
  if (recordings === undefined && !write && !existsSync(DEFAULT_FOLDER)) return fixtures;
  const folder = recordings === undefined ? DEFAULT_FOLDER : resolve(process.env.INIT_CWD ?? '.', recordings);
  return [...loadRecordings(folder), ...fixtures];
}

async function verify(server: ReplayServer, recordings: readonly Recording[], write = false): Promise<number> {
  const spans = collectSpans();
  const results: CaseResult[] = [];
  for (const recording of recordings) {
    await replay(server, recording);
    const { misses, allowed } = compare(recording, reportedTurns(await spans.all()));
    await spans.clear();
    results.push({ recording, misses, allowed });
  }
  printReport(results);
  if (write) writeDocument(results);
  return results.some(({ misses }) => misses.length > 0) ? 1 : 0;
}

async function send(server: ReplayServer, recordings: readonly Recording[]): Promise<number> {
  for (const [index, recording] of recordings.entries()) {
    await trace(recording.id, () => replay(server, recording), { tags: [recording.provider, ...recording.tags] });
    if (index % FLUSH_EVERY === FLUSH_EVERY - 1) await flush();
  }
  await shutdown();
  const target = process.env.SUBTEXT_URL ?? 'http://127.0.0.1:4318';
  console.log(`${recordings.length} cases sent to ${target}, one trace each.`);
  return 0;
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});
