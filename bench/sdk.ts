/**
 * What observing costs: the real clients, observed against bare, on a loopback server. Both sides take turns in one run, since absolute
 * times move with the machine; a second bare side shows how far two equal things lie apart (the noise).
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { CASES } from './sdk-subject.ts';
import type { Case, Sample } from './sdk-subject.ts';

const WARM_UP_ROUNDS = 4;
const ROUNDS = 25;
const SIDES = ['bare', 'again', 'observed'] as const;
type Side = (typeof SIDES)[number];
type Subjects = Record<Side, ChildProcess>;

async function main(): Promise<void> {
  const { process: server, message: port } = await start('sdk-server.ts', []);
  const url = `http://127.0.0.1:${String(port)}`;
  const subject = async (side: Side) => (await start('sdk-subject.ts', [url, side])).process;
  const subjects: Subjects = {
    bare: await subject('bare'),
    again: await subject('again'),
    observed: await subject('observed'),
  };
  console.log(
    `µs, medians of ${ROUNDS} rounds. time: what the caller waits. cpu: all the process does, export included.`,
  );
  console.log('noise: a second bare process against the first.\n');
  console.log(row(['', '', 'bare', 'added', 'noise ±', 'ratio']));
  for (const name of CASES) report(name, await measure(subjects, name));
  for (const child of [...Object.values(subjects), server]) child.disconnect();
}

/** A process, as soon as it has said its first word. */
async function start(file: string, parameters: string[]): Promise<{ process: ChildProcess; message: unknown }> {
  const child = fork(new URL(file, import.meta.url), parameters);
  child.on('exit', (code) => code !== 0 && process.exit(1));
  const [message] = (await once(child, 'message')) as [unknown];
  return { process: child, message };
}

async function measure(subjects: Subjects, name: Case): Promise<Record<Side, Sample[]>> {
  const samples: Record<Side, Sample[]> = { bare: [], again: [], observed: [] };
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    // Each round begins with another side.
    for (let turn = 0; turn < SIDES.length; turn += 1) {
      const side = SIDES[(turn + round) % SIDES.length] ?? 'bare';
      subjects[side].send(name);
      const [sample] = (await once(subjects[side], 'message')) as [Sample];
      if (round >= WARM_UP_ROUNDS) samples[side].push(sample);
    }
  }
  return samples;
}

/** Differences are taken round by round, so that slow drift of the machine cancels out. */
function report(name: Case, samples: Record<Side, Sample[]>): void {
  for (const kind of ['time', 'cpu'] as const) {
    const of = (side: Side) => samples[side].map((sample) => sample[kind]);
    const difference = (side: Side) => of(side).map((value, round) => value - (of('bare')[round] ?? 0));
    const bare = median(of('bare'));
    const added = median(difference('observed'));
    const noise = median(difference('again').map(Math.abs));
    const cells = [bare, added, noise].map((value) => value.toFixed(1));
    console.log(row([kind === 'time' ? name : '', kind, ...cells, ((bare + added) / bare).toFixed(2)]));
  }
}

function median(values: number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

function row([name = '', ...cells]: string[]): string {
  return name.padEnd(20) + cells.map((cell) => cell.padStart(10)).join('');
}

await main();
