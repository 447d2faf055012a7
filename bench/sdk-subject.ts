/**
 * One side of the SDK benchmark: a process whose clients are bare, or observed. Each side has a process of its own, since a tracer
 * provider is global and the Anthropic client makes spans by itself as soon as there is one: beside an observed client none is bare.
 */
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { CHUNKS } from './sdk-server.ts';

/** Microseconds a call, or a chunk. */
export interface Sample {
  /** What the caller waited. */
  time: number;
  /** User and system time of the process, with what the SDK does after the answer, export included. */
  cpu: number;
}

export const CASES = ['call, openai chat', 'call, anthropic', 'chunk, openai chat', 'chunk, anthropic'] as const;
export type Case = (typeof CASES)[number];

const CALLS = 50;
const STREAMS = 3;

interface Side {
  openai: OpenAI;
  anthropic: Anthropic;
  flush(): Promise<void>;
}

async function openSide(url: string, observed: boolean): Promise<Side> {
  const openai = new OpenAI({ apiKey: 'none', baseURL: `${url}/v1` });
  const anthropic = new Anthropic({ apiKey: 'none', authToken: null, baseURL: url });
  if (!observed) return { openai, anthropic, flush: () => Promise.resolve() };
  const { flush, observe } = await import('@subtext/sdk');
  const options = { url, apiKey: 'sbtx_live_bench' };
  return { openai: observe(openai, options), anthropic: observe(anthropic, options), flush };
}

async function run({ openai, anthropic }: Side, name: Case): Promise<number> {
  const messages = [{ role: 'user' as const, content: 'Where is my parcel?' }];
  const chat = { model: 'bench', messages };
  const message = { model: 'bench', max_tokens: 1000, messages };
  switch (name) {
    case 'call, openai chat':
      return times(CALLS, () => openai.chat.completions.create(chat));
    case 'call, anthropic':
      return times(CALLS, () => anthropic.messages.create(message));
    case 'chunk, openai chat':
      return (
        CHUNKS *
        (await times(STREAMS, async () => drain(await openai.chat.completions.create({ ...chat, stream: true }))))
      );
    case 'chunk, anthropic':
      return (
        CHUNKS *
        (await times(STREAMS, async () => drain(await anthropic.messages.create({ ...message, stream: true }))))
      );
  }
}

async function times(count: number, work: () => Promise<unknown>): Promise<number> {
  for (let index = 0; index < count; index += 1) await work();
  return count;
}

async function drain(stream: AsyncIterable<unknown>): Promise<void> {
  let chunks = 0;
  for await (const _chunk of stream) chunks += 1;
  if (chunks < CHUNKS) throw new Error(`A stream of ${CHUNKS} chunks gave ${chunks}.`);
}

async function sampleOf(side: Side, name: Case): Promise<Sample> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  const units = await run(side, name);
  const time = (performance.now() - start) * 1000;
  await side.flush();
  const { user, system } = process.cpuUsage(cpu);
  return { time: time / units, cpu: (user + system) / units };
}

if (process.send !== undefined && process.argv[2] !== undefined) {
  const side = await openSide(process.argv[2], process.argv[3] === 'observed');
  process.on('message', (name: Case) => void sampleOf(side, name).then((sample) => process.send?.(sample)));
  process.on('disconnect', () => process.exit());
  process.send('ready');
}
