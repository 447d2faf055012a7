/**
 * One side of the SDK benchmark: a process whose clients are bare, or observed. Each side has a process of its own, since a tracer
 * provider is global and the Anthropic client makes spans by itself as soon as there is one: beside an observed client none is bare.
 */
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { CHUNKS, OPEN_CHUNKS } from './sdk-server.ts';

/** Microseconds that the caller waited. */
export interface Sample {
  /** For a call, or a chunk. */
  waiting: number;
  /** For the first piece of a stream; 0 for calls. */
  first: number;
}

export const CASES = ['call, openai chat', 'call, anthropic', 'chunk, openai chat', 'chunk, anthropic'] as const;
export type Case = (typeof CASES)[number];
/**
 * `cpu`: answers with `Cpu` so far, when all that was recorded is sent.
 * `memory`: opens streams and answers with the bytes that each takes. `resident`: the bytes that the whole process takes.
 */
export type Order = Case | 'cpu' | 'memory' | 'resident';

/** Microseconds of user and system time. */
export interface Cpu {
  /** Of all threads. */
  cpu: number;
  /** Of the one that the clients are called in. */
  caller: number;
}

/** In one sample: it lasts longer than the SDK puts its work off, so that the work falls into it, too. */
const CALLS = 400;
const STREAMS = 8;
export const UNITS: Record<Case, number> = {
  'call, openai chat': CALLS,
  'call, anthropic': CALLS,
  'chunk, openai chat': STREAMS * CHUNKS,
  'chunk, anthropic': STREAMS * CHUNKS,
};
export const OPEN_STREAMS = 1_000;

interface Side {
  openai: OpenAI;
  anthropic: Anthropic;
  flush(): Promise<void>;
}

async function openSide(url: string, observed: boolean): Promise<Side> {
  const openai = new OpenAI({ apiKey: 'sk-of-the-bench', baseURL: `${url}/v1` });
  const anthropic = new Anthropic({ apiKey: 'sk-of-the-bench', authToken: null, baseURL: url });
  if (!observed) return { openai, anthropic, flush: () => Promise.resolve() };
  const { flush, observe } = await import('@subtext/sdk');
  const options = { url, apiKey: 'sbtx_live_bench' };
  return { openai: observe(openai, options), anthropic: observe(anthropic, options), flush };
}

const messages = [{ role: 'user' as const, content: 'Where is my parcel?' }];
const chat = { model: 'bench', messages };
const message = { model: 'bench', max_tokens: 1000, messages };

/** Gives the microseconds until the first piece, on average. */
async function run({ openai, anthropic }: Side, name: Case): Promise<number> {
  switch (name) {
    case 'call, openai chat':
      return calls(() => openai.chat.completions.create(chat));
    case 'call, anthropic':
      return calls(() => anthropic.messages.create(message));
    case 'chunk, openai chat':
      return chunks(() => openai.chat.completions.create({ ...chat, stream: true }));
    case 'chunk, anthropic':
      return chunks(() => anthropic.messages.create({ ...message, stream: true }));
  }
}

async function calls(work: () => Promise<unknown>): Promise<number> {
  for (let index = 0; index < CALLS; index += 1) await work();
  return 0;
}

async function chunks(open: () => Promise<AsyncIterable<unknown>>): Promise<number> {
  let first = 0;
  for (let index = 0; index < STREAMS; index += 1) first += await drained(open);
  return first / STREAMS;
}

async function drained(open: () => Promise<AsyncIterable<unknown>>): Promise<number> {
  const start = performance.now();
  let first = 0;
  let seen = 0;
  for await (const _chunk of await open()) {
    if (seen === 0) first = performance.now() - start;
    seen += 1;
  }
  if (seen < CHUNKS) throw new Error(`A stream of ${CHUNKS} chunks gave ${seen}.`);
  return first * 1000;
}

async function sampleOf(side: Side, name: Case): Promise<Sample> {
  const start = performance.now();
  const first = await run(side, name);
  return { waiting: ((performance.now() - start) * 1000) / UNITS[name], first };
}

async function cpuOf(side: Side): Promise<Cpu> {
  await side.flush();
  const [all, caller] = [process.cpuUsage(), process.threadCpuUsage()];
  return { cpu: all.user + all.system, caller: caller.user + caller.system };
}

/** Bytes on the heap and beside it for each of many streams that are open and half read. */
async function memoryOfOpenStreams({ openai }: Side): Promise<number> {
  const before = bytesInUse();
  const open = await Promise.all(
    Array.from({ length: OPEN_STREAMS }, async () => {
      const stream = await openai.chat.completions.create({ ...chat, model: 'open', stream: true });
      const iterator = stream[Symbol.asyncIterator]();
      for (let index = 0; index < OPEN_CHUNKS; index += 1) await iterator.next();
      return { stream, iterator };
    }),
  );
  const bytes = (bytesInUse() - before) / OPEN_STREAMS;
  for (const { stream } of open) stream.controller.abort();
  return bytes;
}

async function residentBytes(side: Side): Promise<number> {
  await side.flush();
  bytesInUse();
  return process.memoryUsage.rss();
}

function bytesInUse(): number {
  for (let times = 0; times < 3; times += 1) globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

if (process.send !== undefined && process.argv[2] !== undefined) {
  const side = await openSide(process.argv[2], process.argv[3] === 'observed');
  const obey = (order: Order) => {
    if (order === 'memory') return memoryOfOpenStreams(side);
    if (order === 'resident') return residentBytes(side);
    return order === 'cpu' ? cpuOf(side) : sampleOf(side, order);
  };
  process.on('message', (order: Order) => void obey(order).then((result) => process.send?.(result)));
  process.on('disconnect', () => process.exit());
  process.send('ready');
}
