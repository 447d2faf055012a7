/** `npm run checks -w packages/evidence`: all checks over recorded conversations, as a table. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CHECKS, checkRun, stepOutcome, type CheckedRun, type Finding, type Run } from '../src/index.ts';
import { recordedRun, type Recording } from './recorded-run.ts';
import { toolsOf, trajectoryRun, type Trajectory } from './trajectory-run.ts';

const HELP = `npm run checks -w packages/evidence -- [--recordings DIR] [--trajectories FILE]

Runs every check over recorded conversations with real models, and prints how many steps each check found something in,
found nothing in, and could not check. Then it prints every finding with its evidence, to be judged by hand.

  --recordings DIR     a folder with <provider>/<id>.json
  --trajectories FILE  a JSON list of { task_id, traj }, with thoughts as calls of a tool "think"
  --help               this text`;

interface NamedRun {
  name: string;
  run: Run;
}

interface Checked extends NamedRun {
  checked: CheckedRun;
}

const OPTIONS = {
  recordings: { type: 'string' },
  trajectories: { type: 'string' },
  help: { type: 'boolean' },
} as const;

function main(): number {
  const { recordings, trajectories, help } = parseArgs({ options: OPTIONS }).values;
  const sources = [recordings, trajectories].filter((path) => path !== undefined);
  if (help || sources.length === 0) {
    console.log(HELP);
    return help ? 0 : 2;
  }
  const missing = sources.find((path) => !existsSync(path));
  if (missing !== undefined) {
    console.error(`There is no ${missing}. Name an existing folder or file.`);
    return 2;
  }
  const runs = [
    ...(recordings === undefined ? [] : recordedRuns(recordings)),
    ...(trajectories === undefined ? [] : trajectoryRuns(trajectories)),
  ];
  const all = runs.map(({ name, run }) => ({ name, run, checked: checkRun(run) }));
  printTable(all);
  for (const { name, checked } of all) for (const finding of checked.findings) printFinding(name, finding);
  return 0;
}

function recordedRuns(folder: string): NamedRun[] {
  const providers = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return providers.flatMap(({ name: provider }) =>
    readdirSync(join(folder, provider))
      .filter((file) => file.endsWith('.json'))
      .sort()
      .map((file) => ({
        name: `${provider}/${file.slice(0, -'.json'.length)}`,
        run: recordedRun(JSON.parse(readFileSync(join(folder, provider, file), 'utf8')) as Recording),
      })),
  );
}

function trajectoryRuns(file: string): NamedRun[] {
  const all = JSON.parse(readFileSync(file, 'utf8')) as Trajectory[];
  const tools = toolsOf(all);
  return all.map((trajectory, index) => ({
    name: `trajectory ${index}, task ${trajectory.task_id}`,
    run: trajectoryRun(trajectory, tools),
  }));
}

function printTable(all: readonly Checked[]): void {
  const steps = all.flatMap(({ run, checked }) => run.steps.map((step, index) => ({ step, index, checked })));
  const thoughts = steps.reduce((sum, { step }) => sum + step.thoughts.length, 0);
  const calls = steps.reduce((sum, { step }) => sum + step.calls.length, 0);
  console.log(`${all.length} runs, ${steps.length} steps, ${thoughts} thoughts, ${calls} calls\n`);
  console.log('| check | found | nothing found | not checked |');
  console.log('| --- | --- | --- | --- |');
  for (const { id } of CHECKS) {
    const outcomes = steps.map(({ checked, index }) => stepOutcome(checked, id, index));
    const count = (outcome: (typeof outcomes)[number]) => outcomes.filter((one) => one === outcome).length;
    console.log(`| \`${id}\` | ${count('found')} | ${count('nothing_found')} | ${count('not_checked')} |`);
  }
}

function printFinding(name: string, { check, step, call, confidence, evidence }: Finding): void {
  console.log(`\n${check} (${confidence}) in ${name}, step ${step}${call === null ? '' : `, call ${call}`}`);
  for (const entry of evidence) {
    if (entry.kind === 'quote') console.log(`  thought of step ${entry.step}: ${JSON.stringify(entry.text)}`);
    if (entry.kind === 'value') console.log(`  ${entry.name}: ${String(entry.value).slice(0, 200)}`);
    if (entry.kind === 'reference')
      console.log(`  see step ${entry.step}${entry.call === null ? '' : `, call ${entry.call}`}`);
  }
}

process.exitCode = main();
