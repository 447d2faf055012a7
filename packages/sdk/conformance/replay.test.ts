/** A case is replayed for any host in its recording, and does not affect the next case. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startReplayServer, type ReplayServer } from '../src/testing/replay-server.ts';
import { collectSpans, named } from '../src/testing/spans.ts';
import type { Recording } from './recording.ts';
import { replay } from './replay.ts';

const spans = collectSpans();
let server: ReplayServer;

beforeAll(async () => {
  server = await startReplayServer();
});
beforeEach(() => spans.clear());
afterAll(() => server.close());

function converse(url: string, said: string): Recording {
  const output = { message: { role: 'assistant', content: [{ text: said }] } };
  return {
    id: said,
    provider: 'bedrock',
    api: 'bedrock.converse',
    model: 'nova',
    streaming: false,
    tags: [],
    turns: [
      {
        request: { method: 'POST', url, body: { messages: [] } },
        response: {
          status: 200,
          content_type: 'application/json',
          encoding: 'json',
          body: { output, stopReason: 'end_turn' },
        },
      },
    ],
    expected: { turns: [] },
  };
}

it.each([
  ['with a placeholder for the region', 'https://bedrock-runtime.<REGION>.amazonaws.com/model/nova/converse'],
  ['without a host', '/model/nova/converse?trace=1'],
  ['as it was', 'https://bedrock-runtime.us-east-1.amazonaws.com/model/nova%3A0/converse'],
])('sends the request to the path of the recorded URL, %s', async (_how, url) => {
  await replay(server, converse(url, 'High water.'));
  expect(server.requests.map((request) => request.url)).toEqual([
    expect.stringMatching(/^\/model\/nova[^/]*\/converse$/),
  ]);
  expect(named(await spans.all(), 'chat')).toHaveLength(1);
});

it('leaves no unused answer for the next case', async () => {
  server.next({ body: 'of another case' });
  await replay(server, converse('/model/nova/converse', 'Low water.'));
  const [generation] = named(await spans.all(), 'chat');
  expect(String(generation?.attributes['gen_ai.output.messages'])).toContain('Low water.');
});
