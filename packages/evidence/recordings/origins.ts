/** `npm run origins -w packages/evidence`: origins of recorded calls, compared with labels that were given by hand. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { indexSeen, isUnsourced, originsOf, TRUST, type ArgumentOrigin } from '../src/index.ts';
import { readLabels, type Label } from './origin-labels.ts';
import { callsOfRecording, callsOfTrajectory, type RecordedCall } from './recorded-calls.ts';
import type { Recording } from './recorded-run.ts';
import type { Trajectory } from './trajectory-run.ts';

const HELP = `npm run origins -w packages/evidence -- --recordings DIR --trajectories FILE --tools FILE

Finds where the labeled arguments of recorded calls came from, compares that with what a person found by reading the
conversation, and prints how often the two agree. Then it prints every difference.

  --recordings DIR     a folder with <provider>/<id>.json
  --trajectories FILE  a JSON list of { task_id, traj }
  --tools FILE         a JSON list with the definitions of the tools that the trajectories call
  --help               this text`;

const OPTIONS = {
  recordings: { type: 'string' },
  trajectories: { type: 'string' },
  tools: { type: 'string' },
  help: { type: 'boolean' },
} as const;

interface Compared extends Label {
  found: string;
  isUnsourced: boolean;
}

function main(): number {
  const { recordings, trajectories, tools, help } = parseArgs({ options: OPTIONS }).values;
  if (help || recordings === undefined || trajectories === undefined || tools === undefined) {
    console.log(HELP);
    return help ? 0 : 2;
  }
  const missing = [recordings, trajectories, tools].find((path) => !existsSync(path));
  if (missing !== undefined) {
    console.error(`There is no ${missing}. Name an existing folder or file.`);
    return 2;
  }
  const callsOfRun = runReader(recordings, readJson(trajectories) as Trajectory[], readJson(tools) as unknown[]);
  const labels = readLabels(readFileSync(join(import.meta.dirname, 'origin-labels.tsv'), 'utf8'));
  const compared = labels.map((label) => compare(label, callsOfRun(label.run)));
  printOrigins(compared);
  printUnsourced(compared);
  for (const { run, step, call, path, value, origin, found } of compared)
    if (found !== origin)
      console.log(`\n${run}, step ${step}, call ${call}, ${path}: ${value}\n  by hand: ${origin}, found: ${found}`);
  return 0;
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

const TRAJECTORY = /^trajectory (\d+), /;

function runReader(folder: string, trajectories: readonly Trajectory[], tools: readonly unknown[]) {
  const read = new Map<string, RecordedCall[]>();
  return (run: string): RecordedCall[] => {
    const stored = read.get(run);
    if (stored) return stored;
    const trajectory = trajectories[Number(TRAJECTORY.exec(run)?.[1] ?? -1)];
    const calls = trajectory
      ? callsOfTrajectory(trajectory, tools)
      : callsOfRecording(readJson(join(folder, `${run}.json`)) as Recording);
    read.set(run, calls);
    return calls;
  };
}

function compare(label: Label, calls: readonly RecordedCall[]): Compared {
  const call = calls.find((one) => one.step === label.step && one.call === label.call);
  const value = call && originIn(call, label.path);
  if (!value || !JSON.stringify(value.value).startsWith(label.value))
    throw new Error(`The label of ${label.run}, step ${label.step}, call ${label.call}, ${label.path} has no argument`);
  return { ...label, found: value.origin.kind, isUnsourced: isUnsourced(value) };
}

function originIn(
  { arguments: args, seen, schema, description }: RecordedCall,
  path: string,
): ArgumentOrigin | undefined {
  const options = description === undefined ? { schema } : { schema, description };
  return originsOf(args, indexSeen(seen), options).values.find((value) => JSON.stringify(value.path) === path);
}

function printOrigins(all: readonly Compared[]): void {
  console.log(`${all.length} values\n\n| origin | by hand | found | right |\n| --- | --- | --- | --- |`);
  for (const kind of [...TRUST, 'nowhere', 'unknown']) {
    const found = all.filter((one) => one.found === kind);
    const right = found.filter(({ origin }) => origin === kind);
    console.log(
      `| ${kind} | ${all.filter(({ origin }) => origin === kind).length} | ${found.length} | ${right.length} |`,
    );
  }
}

function printUnsourced(all: readonly Compared[]): void {
  console.log('\n| from nowhere, by hand | values | found unsourced |\n| --- | --- | --- |');
  for (const basis of new Set(all.flatMap((one) => (one.basis === '' ? [] : [one.basis])))) {
    const ofBasis = all.filter((one) => one.basis === basis);
    console.log(`| ${basis} | ${ofBasis.length} | ${ofBasis.filter((one) => one.isUnsourced).length} |`);
  }
  console.log(`| not from nowhere | | ${all.filter((one) => one.basis === '' && one.isUnsourced).length} |`);
}

process.exitCode = main();
