/**
 * The model host of the SDK benchmark, in a process of its own so that its work is not counted: always the same small answer, or the
 * same stream of so many chunks, in two wire formats. It also swallows the traces that the SDK exports.
 */
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const CHUNKS = 1000;

const SAID = 'The parcel left Oslo this morning and should be with you on Friday. '.repeat(4);
const CHAT_CALL = JSON.stringify({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'bench',
  choices: [
    { index: 0, message: { role: 'assistant', content: SAID, reasoning_content: SAID }, finish_reason: 'stop' },
  ],
  usage: {
    prompt_tokens: 100,
    completion_tokens: 120,
    total_tokens: 220,
    completion_tokens_details: { reasoning_tokens: 60 },
  },
});
const MESSAGES_CALL = JSON.stringify({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'bench',
  content: [
    { type: 'thinking', thinking: SAID, signature: 'c2ln' },
    { type: 'text', text: SAID },
  ],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 100, output_tokens: 120 },
});

function chatStream(): string[] {
  const chunk = (delta: object, finish_reason: string | null = null) =>
    `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'bench', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
  const deltas = Array.from({ length: CHUNKS }, (_, index) =>
    chunk(index < CHUNKS / 2 ? { reasoning_content: ' thinking' } : { content: ' word' }),
  );
  return [...deltas, chunk({}, 'stop'), 'data: [DONE]\n\n'];
}

function messagesStream(): string[] {
  const event = (data: { type: string } & Record<string, unknown>) =>
    `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
  const block = (index: number, content_block: object, delta: object) => [
    event({ type: 'content_block_start', index, content_block }),
    ...Array.from({ length: CHUNKS / 2 }, () => event({ type: 'content_block_delta', index, delta })),
    event({ type: 'content_block_stop', index }),
  ];
  const message = { ...(JSON.parse(MESSAGES_CALL) as object), content: [], stop_reason: null };
  const delta = { stop_reason: 'end_turn', stop_sequence: null };
  return [
    event({ type: 'message_start', message }),
    ...block(0, { type: 'thinking', thinking: '', signature: '' }, { type: 'thinking_delta', thinking: ' thinking' }),
    ...block(1, { type: 'text', text: '' }, { type: 'text_delta', text: ' word' }),
    event({ type: 'message_delta', delta, usage: { output_tokens: 1000 } }),
    event({ type: 'message_stop' }),
  ];
}

const ANSWERS = new Map([
  ['/v1/chat/completions', { call: CHAT_CALL, stream: chatStream() }],
  ['/v1/messages', { call: MESSAGES_CALL, stream: messagesStream() }],
]);

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const answer = ANSWERS.get(request.url ?? '');
    if (answer === undefined) response.writeHead(200).end();
    else if (Buffer.concat(parts).includes('"stream":true')) void play(response, answer.stream);
    else response.writeHead(200, { 'content-type': 'application/json' }).end(answer.call);
  });
});

/** One write a chunk, each in a turn of its own, so that the client gets many small pieces. */
async function play(response: ServerResponse, chunks: string[]): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const chunk of chunks) {
    if (response.destroyed) return;
    response.write(chunk);
    await new Promise(setImmediate);
  }
  response.end();
}

if (process.send !== undefined) {
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.on('disconnect', () => process.exit());
}
