/** Scenarios for the real clients: the server's answers, the use, and everything that the caller observes. */
import { z } from 'zod';
import type { ReplayServer, Reply } from './replay-server.ts';
import * as wire from './wire.ts';

export interface Scenario<Client> {
  name: string;
  replies: () => Reply[];
  /** The result is compared, and so is a thrown error. */
  use(client: Client, server: ReplayServer): Promise<unknown>;
}

export const QUESTION = [{ role: 'user' as const, content: 'What is the weather in Oslo?' }];
export const CHAT = { model: 'test-model', messages: QUESTION };
export const MESSAGE = { model: 'claude-opus-4-8', max_tokens: 100, messages: QUESTION };
export const WEATHER = { id: 'call_1', name: 'get_weather', arguments: { city: 'Oslo' } };
export const THOUGHT = { reasoning: 'The user wants the weather.', text: 'Let me look.', tools: [WEATHER] };
export const CLAUDE_THOUGHT = { thinking: 'The user wants the weather.', text: 'Let me look.', tools: [WEATHER] };
export const CITY = z.object({ city: z.string() });
export const BUSY = (status: number) =>
  wire.json(
    { error: { message: 'try again' } },
    { status, headers: { 'retry-after-ms': '1', 'content-type': 'application/json' } },
  );

export async function collected(stream: AsyncIterable<unknown>, until = Infinity): Promise<unknown[]> {
  const seen: unknown[] = [];
  for await (const event of stream) {
    seen.push(event);
    if (seen.length >= until) break;
  }
  return seen;
}

export async function described(response: Response): Promise<unknown> {
  const { status, statusText, url, type, redirected, ok } = response;
  const headers = [...response.headers].filter(([name]) => name !== 'date');
  const isResponse = response instanceof Response;
  return {
    status,
    statusText,
    path: new URL(url).pathname,
    type,
    redirected,
    ok,
    headers,
    isResponse,
    text: await response.text(),
  };
}

/** The names of all properties, including inherited ones. */
export function namesIn(target: object): Set<string> {
  const names = new Set<string>();
  for (const name in target) names.add(name);
  return names;
}
