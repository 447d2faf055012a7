/** Replays a case: a local server answers with the recorded bytes, and the real, observed client sends the requests. */
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { observe, observeFetch } from '../src/observe/observe.ts';
import type { ReplayServer } from '../src/testing/replay-server.ts';
import { bytesOf, isStreamed, type Recording, type Turn } from './recording.ts';

/** Small and odd, so that boundaries of every kind fall inside chunks. */
const CHUNK_SIZE = 61;

/** The content types of bodies whose recording has no headers. */
const CONTENT_TYPES: Record<string, string> = {
  sse: 'text/event-stream',
  ndjson: 'application/x-ndjson',
  'aws-eventstream-base64': 'application/vnd.amazon.eventstream',
};

type Ask = (server: ReplayServer, turn: Turn, streamed: boolean) => Promise<void>;

/** The clients for these APIs; for all others an observed fetch sends the request to the path of the recording. */
const CLIENTS: ReadonlyMap<string, Ask> = new Map<string, Ask>([
  ['openai.responses', askResponses],
  ['openai.chat', askChat],
  ['anthropic.messages', askAnthropic],
]);

/**
 * Sends the requests turn by turn. An error that a client throws (an error event in a stream) is part of the recording;
 * the spans show what was observed.
 */
export async function replay(server: ReplayServer, recording: Recording): Promise<void> {
  const ask = CLIENTS.get(recording.api) ?? askByFetch;
  for (const turn of recording.turns) {
    const streamed = isStreamed(recording, turn);
    // A client may refuse to send a request; its answer must not go to the next one.
    server.reset();
    const contentType = turn.response.content_type ?? CONTENT_TYPES[turn.response.encoding] ?? 'application/json';
    server.next({
      status: turn.response.status,
      headers: { 'content-type': contentType },
      body: bytesOf(turn),
      chunkSize: streamed ? CHUNK_SIZE : 4096,
    });
    await ask(server, turn, streamed).catch(() => undefined);
  }
}

async function askResponses(server: ReplayServer, turn: Turn, streamed: boolean): Promise<void> {
  const client = observe(new OpenAI({ apiKey: 'recorded', baseURL: `${server.url}/v1`, maxRetries: 0 }));
  const body = { model: 'recorded', input: 'recorded', ...turn.request?.body, stream: streamed };
  await consume(await client.responses.create(body as unknown as OpenAI.Responses.ResponseCreateParams));
}

async function askChat(server: ReplayServer, turn: Turn, streamed: boolean): Promise<void> {
  const client = observe(new OpenAI({ apiKey: 'recorded', baseURL: `${server.url}/v1`, maxRetries: 0 }));
  const body = { model: 'recorded', messages: [], ...turn.request?.body, stream: streamed };
  await consume(await client.chat.completions.create(body as unknown as OpenAI.Chat.ChatCompletionCreateParams));
}

async function askAnthropic(server: ReplayServer, turn: Turn, streamed: boolean): Promise<void> {
  const client = observe(new Anthropic({ apiKey: 'recorded', baseURL: server.url, maxRetries: 0 }));
  const body = { model: 'recorded', max_tokens: 1000, messages: [], ...turn.request?.body, stream: streamed };
  // With an explicit timeout: without it the client refuses long answers that are not streamed.
  const options = { timeout: 60_000 };
  await consume(await client.messages.create(body as unknown as Anthropic.MessageCreateParams, options));
}

async function askByFetch(server: ReplayServer, turn: Turn): Promise<void> {
  const fetch = observeFetch();
  const response = await fetch(server.url + pathOf(turn.request?.url ?? '/'), {
    method: 'POST',
    body: JSON.stringify(turn.request?.body ?? {}),
  });
  await response.arrayBuffer();
}

/** Some recordings have a placeholder for the host, or no host. */
function pathOf(url: string): string {
  return url.replace(/^\w+:\/\/[^/]*/, '').replace(/[?#].*$/, '') || '/';
}

async function consume(answer: unknown): Promise<void> {
  if (typeof answer !== 'object' || answer === null || !(Symbol.asyncIterator in answer)) return;
  for await (const event of answer as AsyncIterable<unknown>) void event;
}
