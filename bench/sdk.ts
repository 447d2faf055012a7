/**
 * Measures the cost of observing: the real clients, observed and bare, against a loopback server. The sides take turns
 * in one run, because absolute times vary with the machine. A second bare side shows how much two equal sides differ
 * (the noise).
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { reportImport, reportSize } from './sdk-footprint.ts';
import { CASES, OPEN_STREAMS, UNITS } from './sdk-subject.ts';
import type { Case, Cpu, Order, Sample } from './sdk-subject.ts';
import { median } from './statistics.ts';

/** Enough rounds that the engine has compiled all hot code. The code that reads a stream runs once per stream. */
const WARM_UP_ROUNDS = { calls: 6, chunks: 60 };
/** More rounds for chunks, because a chunk adds less than the noise of 30 rounds. */
const ROUNDS = { calls: 10, chunks: 120 };
/** A call costs 30 µs more or less from one process to the next, for as long as that process lives. */
const PROCESSES = { calls: 5, chunks: 1 };
const SIDES = ['bare', 'again', 'observed'] as const;
type Side = (typeof SIDES)[number];
type Subjects = Record<Side, ChildProcess>;
/** `cpu`, `caller`: microseconds per unit, over all rounds. */
type Measured = Record<Side, { samples: Sample[] } & Cpu>;

async function main(): Promise<void> {
  const { process: server, message: port } = await start('sdk-server.ts', []);
  const url = `http://127.0.0.1:${String(port)}`;
  console.log(`µs. waiting, first piece: what the caller waits; medians of ${ROUNDS.calls} rounds in each of ${PROCESSES.calls} processes, of ${ROUNDS.chunks} in one for
chunks, differences taken round by round; and those of each process.
cpu: all that the process does over these rounds, with what comes after the answer: reading, spans, export; caller: of that, what the
thread does in which the clients are called. A chunk bears its part of opening the stream of a thousand.
noise: a second bare process against the first, in the same way.\n`);
  console.log(row(['', '', 'bare', 'added', 'noise', 'ratio']));
  const calls = CASES.filter((name) => !isChunk(name));
  const byProcess: Map<Case, Measured>[] = [];
  for (let index = 0; index < PROCESSES.calls; index += 1) {
    const subjects = await startSubjects(url);
    byProcess.push(await measureAll(subjects, calls));
    stop(subjects);
  }
  for (const name of calls)
    reportCase(
      name,
      byProcess.map((measured) => measured.get(name)!),
    );
  const subjects = await startSubjects(url);
  for (const [name, measured] of await measureAll(subjects, CASES.filter(isChunk))) reportCase(name, [measured]);
  await reportMemory(subjects);
  stop(subjects);
  server.disconnect();
  reportImport();
  reportSize();
}

async function startSubjects(url: string): Promise<Subjects> {
  const subject = async (side: Side) => (await start('sdk-subject.ts', [url, side])).process;
  return { bare: await subject('bare'), again: await subject('again'), observed: await subject('observed') };
}

function stop(subjects: Subjects): void {
  for (const child of Object.values(subjects)) child.disconnect();
}

async function measureAll(subjects: Subjects, cases: readonly Case[]): Promise<Map<Case, Measured>> {
  const measured = new Map<Case, Measured>();
  for (const name of cases) measured.set(name, await measure(subjects, name));
  return measured;
}

/** Resolves to a process and its first message. */
async function start(file: string, parameters: string[]): Promise<{ process: ChildProcess; message: unknown }> {
  const child = fork(new URL(file, import.meta.url), parameters, { execArgv: ['--expose-gc'] });
  child.on('exit', (code) => code !== 0 && process.exit(1));
  const [message] = (await once(child, 'message')) as [unknown];
  return { process: child, message };
}

async function ask(subject: ChildProcess, order: Order): Promise<unknown> {
  subject.send(order);
  const [answer] = (await once(subject, 'message')) as [unknown];
  return answer;
}

async function measure(subjects: Subjects, name: Case): Promise<Measured> {
  const empty = () => ({ samples: [] as Sample[], cpu: 0, caller: 0 });
  const measured: Measured = { bare: empty(), again: empty(), observed: empty() };
  const unit = isChunk(name) ? 'chunks' : 'calls';
  const rounds = ROUNDS[unit];
  await takeTurns(WARM_UP_ROUNDS[unit], (side) => ask(subjects[side], name));
  const before = await cpuOf(subjects);
  await takeTurns(rounds, async (side) => {
    measured[side].samples.push((await ask(subjects[side], name)) as Sample);
  });
  const after = await cpuOf(subjects);
  for (const side of SIDES) {
    for (const kind of ['cpu', 'caller'] as const) {
      measured[side][kind] = (after[side][kind] - before[side][kind]) / (rounds * UNITS[name]);
    }
  }
  return measured;
}

async function cpuOf(subjects: Subjects): Promise<Record<Side, Cpu>> {
  const of = async (side: Side) => (await ask(subjects[side], 'cpu')) as Cpu;
  return { bare: await of('bare'), again: await of('again'), observed: await of('observed') };
}

/** Each round begins with a different side. */
async function takeTurns(rounds: number, turn: (side: Side) => Promise<unknown>): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (let index = 0; index < SIDES.length; index += 1) await turn(SIDES[(index + round) % SIDES.length] ?? 'bare');
  }
}

/** Differences are taken round by round, so that slow drift of the machine cancels out. */
function reportCase(name: Case, processes: readonly Measured[]): void {
  const reportWaiting = (label: string, kind: keyof Sample) => {
    const of = (measured: Measured, side: Side) => measured[side].samples.map((sample) => sample[kind]);
    const addedIn = (measured: Measured, side: Side) =>
      of(measured, side).map((value, round) => value - (of(measured, 'bare')[round] ?? 0));
    const added = (side: Side) => median(processes.flatMap((measured) => addedIn(measured, side)));
    const bare = median(processes.flatMap((measured) => of(measured, 'bare')));
    console.log(row([label, kind === 'first' ? 'first piece' : kind, ...cells(bare, added)]));
    if (processes.length > 1) reportEach(processes.map((measured) => median(addedIn(measured, 'observed'))));
  };
  reportWaiting(name, 'waiting');
  for (const kind of ['caller', 'cpu'] as const) {
    const of = (side: Side) => mean(processes.map((measured) => measured[side][kind]));
    console.log(row(['', kind, ...cells(of('bare'), (side) => of(side) - of('bare'))]));
  }
  if (isChunk(name)) reportWaiting('', 'first');
}

function reportEach(added: readonly number[]): void {
  const figures = added.toSorted((left, right) => left - right).map((figure) => figure.toFixed(0));
  console.log(row(['', `added, by process: ${figures.join(' ')}`]));
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const isChunk = (name: Case): boolean => name.startsWith('chunk');

function cells(bare: number, added: (side: Side) => number): string[] {
  const figures = [bare, added('observed'), added('again'), (bare + added('observed')) / bare];
  return figures.map((figure) => figure.toFixed(2));
}

async function reportMemory(subjects: Subjects): Promise<void> {
  console.log('\nMB of the whole process, resident, when all is sent');
  await reportBytes(subjects, 'resident', 1024 * 1024);
  console.log(`\n${OPEN_STREAMS} open streams, half read: kB each, on the heap and in buffers`);
  await reportBytes(subjects, 'memory', 1024);
}

async function reportBytes(subjects: Subjects, order: 'memory' | 'resident', unit: number): Promise<void> {
  const sizes: number[] = [];
  for (const side of SIDES) sizes.push(((await ask(subjects[side], order)) as number) / unit);
  const [bare = NaN, again = NaN, observed = NaN] = sizes;
  console.log(row(['', '', ...cells(bare, (side) => (side === 'again' ? again : observed) - bare)]));
}

function row([name = '', label = '', ...cells]: string[]): string {
  return name.padEnd(20) + label.padEnd(12) + cells.map((cell) => cell.padStart(10)).join('');
}

await main();
