/** A provider and a span receiver for the agent in apps/agent.mjs, both on loopback, and the spans it sent. */
import { spansIn, type ReceivedSpan } from '../src/testing/received-spans.ts';
import { startReplayServer } from '../src/testing/replay-server.ts';
import { chat, chatStream } from '../src/testing/wire.ts';

export const THOUGHT = 'The weather depends on the city, so I look it up.';
export const ANSWER = 'Clear sky in Bern.';

export interface Loopback {
  /** The URLs for the agent. */
  where: { providerUrl: string; subtextUrl: string };
  /** Returns the spans that arrived since the last call. */
  takeSpans(): ReceivedSpan[];
  close(): Promise<void>;
}

export async function startLoopback(): Promise<Loopback> {
  const [provider, subtext] = [await startReplayServer(), await startReplayServer()];
  const tools = [{ id: 'call_1', name: 'look', arguments: { city: 'Bern' } }];
  provider.route(({ body }) => {
    if (body.includes('fetch-model')) return chat({ reasoning: THOUGHT, text: ANSWER });
    return chatStream(body.includes('"tool_call_id"') ? { text: ANSWER } : { reasoning: THOUGHT, tools });
  });
  subtext.route(() => ({ headers: { 'content-type': 'application/x-protobuf' } }));
  return {
    where: { providerUrl: provider.url, subtextUrl: subtext.url },
    takeSpans: () => subtext.requests.splice(0).flatMap(({ bytes }) => spansIn(bytes)),
    close: async () => void (await Promise.all([provider.close(), subtext.close()])),
  };
}
