/**
 * What observing costs: the real clients, observed against bare, on a loopback server. Both take turns in one run, since absolute times
 * move with the machine; a second bare client shows how far two equal things lie apart (the noise). Time is what the caller waits;
 * CPU also holds what the SDK does afterwards, export included.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import Anthropic from '@anthropic-ai/sdk';
import { flush, observe } from '@subtext/sdk';
import OpenAI from 'openai';
import { CHUNKS } from './sdk-server.ts';

const ROUNDS = 25;
const CALLS = 50;
const STREAMS = 3;

interface Case {
  name: string;
  /** How many of the units that are reported one run holds. */
  units: number;
  variants: Record<Variant, () => Promise<void>>;
}
const VARIANTS = ['bare', 'again', 'observed'] as const;
type Variant = (typeof VARIANTS)[number];

/** Microseconds a unit. */
interface Sample {
  time: number;
  cpu: number;
}

async function main(): Promise<void> {
  const server = fork(new URL('sdk-server.ts', import.meta.url));
  const [port] = (await once(server, 'message')) as [number];
  const url = `http://127.0.0.1:${port}`;
  console.log(`µs, medians of ${ROUNDS} rounds; noise: a second bare client against the first\n`);
  console.log(row(['', '', 'bare', 'added', 'noise ±', 'ratio']));
  for (const example of cases(url)) await measure(example);
  server.disconnect();
}

function cases(url: string): Case[] {
  const openai = three(() => new OpenAI({ apiKey: 'none', baseURL: `${url}/v1` }), url);
  const anthropic = three(() => new Anthropic({ apiKey: 'none', authToken: null, baseURL: url }), url);
  const messages = [{ role: 'user' as const, content: 'Where is my parcel?' }];
  const chat = { model: 'bench', messages };
  const message = { model: 'bench', max_tokens: 1000, messages };
  return [
    {
      name: 'call, openai chat',
      units: CALLS,
      variants: openai((client) => times(CALLS, () => client.chat.completions.create(chat))),
    },
    {
      name: 'call, anthropic',
      units: CALLS,
      variants: anthropic((client) => times(CALLS, () => client.messages.create(message))),
    },
    {
      name: 'chunk, openai chat',
      units: STREAMS * CHUNKS,
      variants: openai((client) =>
        times(STREAMS, async () => drain(await client.chat.completions.create({ ...chat, stream: true }))),
      ),
    },
    {
      name: 'chunk, anthropic',
      units: STREAMS * CHUNKS,
      variants: anthropic((client) =>
        times(STREAMS, async () => drain(await client.messages.create({ ...message, stream: true }))),
      ),
    },
  ];
}

/** The same work on two bare clients and an observed one. */
function three<Client extends object>(create: () => Client, url: string) {
  const clients = { bare: create(), again: create(), observed: observe(create(), { url, apiKey: 'sbtx_live_bench' }) };
  return (work: (client: Client) => Promise<void>): Case['variants'] => ({
    bare: () => work(clients.bare),
    again: () => work(clients.again),
    observed: () => work(clients.observed),
  });
}

async function times(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let index = 0; index < count; index += 1) await work();
}

async function drain(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const chunk of stream) if (chunk === null) throw new Error('A chunk was null.');
}

async function measure({ name, units, variants }: Case): Promise<void> {
  const samples: Record<Variant, Sample[]> = { bare: [], again: [], observed: [] };
  for (let round = -2; round < ROUNDS; round += 1) {
    // Each round begins with another variant; the first two rounds only warm up.
    for (let turn = 0; turn < VARIANTS.length; turn += 1) {
      const variant = VARIANTS[(turn + round + VARIANTS.length) % VARIANTS.length] ?? 'bare';
      const sample = await sampleOf(variants[variant], units);
      if (round >= 0) samples[variant].push(sample);
    }
  }
  report(name, 'time', samples);
  report('', 'cpu', samples);
}

async function sampleOf(run: () => Promise<void>, units: number): Promise<Sample> {
  const cpu = process.cpuUsage();
  const start = process.hrtime.bigint();
  await run();
  const time = Number(process.hrtime.bigint() - start) / 1000;
  await flush();
  const { user, system } = process.cpuUsage(cpu);
  return { time: time / units, cpu: (user + system) / units };
}

/** Differences are taken round by round, so that slow drift of the machine cancels out. */
function report(name: string, kind: keyof Sample, samples: Record<Variant, Sample[]>): void {
  const of = (variant: Variant) => samples[variant].map((sample) => sample[kind]);
  const difference = (variant: Variant) => of(variant).map((value, round) => value - (of('bare')[round] ?? 0));
  const bare = median(of('bare'));
  const added = median(difference('observed'));
  const noise = median(difference('again').map(Math.abs));
  const cells = [bare, added, noise].map((value) => value.toFixed(1));
  console.log(row([name, kind, ...cells, ((bare + added) / bare).toFixed(3)]));
}

function median(values: number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

function row([name = '', ...cells]: string[]): string {
  return name.padEnd(20) + cells.map((cell) => cell.padStart(10)).join('');
}

await main();
