/** `npm run checks -w packages/evidence -- --recordings DIR`: all checks over recorded conversations, as a table. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CHECKS, checkRun, stepOutcome, type CheckedRun, type Finding, type Run } from '../src/index.ts';
import { recordedRun, type Recording } from './recorded-run.ts';

const HELP = `npm run checks -w packages/evidence -- --recordings DIR

Runs every check over recorded conversations with real models, and prints how many steps each check found something in,
found nothing in, and could not check. Then it prints every finding with its evidence, to be judged by hand.

  --recordings DIR  the folder with <provider>/<id>.json
  --help            this text`;

interface Checked {
  name: string;
  run: Run;
  checked: CheckedRun;
}

function main(): number {
  const { values } = parseArgs({ options: { recordings: { type: 'string' }, help: { type: 'boolean' } } });
  if (values.help || values.recordings === undefined) {
    console.log(HELP);
    return values.help ? 0 : 2;
  }
  if (!existsSync(values.recordings)) {
    console.error(`There is no folder ${values.recordings}. Name the one with the recordings: --recordings DIR`);
    return 2;
  }
  const all = load(values.recordings);
  printTable(all);
  for (const { name, checked } of all) for (const finding of checked.findings) printFinding(name, finding);
  return 0;
}

function load(folder: string): Checked[] {
  const providers = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return providers.flatMap(({ name: provider }) =>
    readdirSync(join(folder, provider))
      .filter((file) => file.endsWith('.json'))
      .sort()
      .map((file) => {
        const run = recordedRun(JSON.parse(readFileSync(join(folder, provider, file), 'utf8')) as Recording);
        return { name: `${provider}/${file.slice(0, -'.json'.length)}`, run, checked: checkRun(run) };
      }),
  );
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
