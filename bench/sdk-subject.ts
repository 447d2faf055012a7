/**
 * One side of the SDK benchmark: a process whose clients are either bare or observed. Each side has its own process,
 * because a tracer provider is global and the Anthropic client creates spans as soon as there is one, so no client next
 * to an observed one would be bare.
 */
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { openHttp, type HttpCaller } from './sdk-http.ts';
import { CHUNKS, OPEN_CHUNKS } from './sdk-server.ts';

/** Microseconds that the caller waits. */
export interface Sample {
  /** Per call or per chunk. */
  waiting: number;
  /** Until the first piece of a stream; 0 for calls. */
  first: number;
}

/** The cases of node:http come last, since registering also observes the transport of the clients before. */
export const CASES = [
  'call, openai chat',
  'call, anthropic',
  'chunk, openai chat',
  'chunk, anthropic',
  'call, node:http',
  'chunk, node:http',
  'other, node:http',
] as const;
export type Case = (typeof CASES)[number];
/**
 * `cpu`: waits until everything recorded is sent, then replies with `Cpu` so far. `memory`: opens streams and replies
 * with the bytes that each takes. `resident`: replies with the resident bytes of the whole process.
 */
export type Order = Case | 'cpu' | 'memory' | 'resident';

/** Microseconds of user and system time. */
export interface Cpu {
  /** All threads. */
  cpu: number;
  /** The thread that calls the clients. */
  caller: number;
}

/** Units per sample. A sample lasts longer than the SDK defers its work, so that it includes that work. */
const CALLS = 400;
const STREAMS = 8;
export const UNITS: Record<Case, number> = {
  'call, openai chat': CALLS,
  'call, anthropic': CALLS,
  'chunk, openai chat': STREAMS * CHUNKS,
  'chunk, anthropic': STREAMS * CHUNKS,
  'call, node:http': CALLS,
  'chunk, node:http': STREAMS * CHUNKS,
  'other, node:http': CALLS,
};
export const OPEN_STREAMS = 1_000;

interface Side {
  openai: OpenAI;
  anthropic: Anthropic;
  /** Opened at the first call. */
  http(): Promise<HttpCaller>;
  flush(): Promise<void>;
}

async function openSide(url: string, observed: boolean): Promise<Side> {
  const openai = new OpenAI({ apiKey: 'sk-of-the-bench', baseURL: `${url}/v1` });
  const anthropic = new Anthropic({ apiKey: 'sk-of-the-bench', authToken: null, baseURL: url });
  let opened: Promise<HttpCaller> | undefined;
  const http = () => (opened ??= openHttp(url, observed));
  if (!observed) return { openai, anthropic, http, flush: () => Promise.resolve() };
  const { flush, observe } = await import('@subtext/sdk');
  const options = { url, apiKey: 'sbtx_live_bench' };
  return { openai: observe(openai, options), anthropic: observe(anthropic, options), http, flush };
}

const messages = [{ role: 'user' as const, content: 'Where is my parcel?' }];
const CHAT_PATH = '/v1/chat/completions';
const chat = { model: 'bench', messages };
const message = { model: 'bench', max_tokens: 1000, messages };

/** Returns the average microseconds until the first piece. */
async function run({ openai, anthropic, http }: Side, name: Case): Promise<number> {
  switch (name) {
    case 'call, openai chat':
      return calls(() => openai.chat.completions.create(chat));
    case 'call, anthropic':
      return calls(() => anthropic.messages.create(message));
    case 'chunk, openai chat':
      return chunks(() => openai.chat.completions.create({ ...chat, stream: true }));
    case 'chunk, anthropic':
      return chunks(() => anthropic.messages.create({ ...message, stream: true }));
    case 'call, node:http':
      return posts(await http(), CHAT_PATH);
    case 'chunk, node:http':
      return streams(await http());
    case 'other, node:http':
      return posts(await http(), '/v1/files');
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

function posts({ post }: HttpCaller, path: string): Promise<number> {
  return calls(() => post(path, chat));
}

/** The pieces of a stream arrive several at once, so what is counted is what the server wrote. */
async function streams({ post }: HttpCaller): Promise<number> {
  let first = 0;
  for (let index = 0; index < STREAMS; index += 1) first += await post(CHAT_PATH, { ...chat, stream: true });
  return (first * 1000) / STREAMS;
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

/** Bytes on the heap and outside it for each of many open, half-read streams. */
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
