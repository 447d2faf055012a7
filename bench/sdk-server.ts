/**
 * The fake model host of the SDK benchmark, in its own process so that its work is not counted. It sends the same small
 * answer, or the same stream of CHUNKS chunks, each time with a new id, in two wire formats. It also accepts and drops
 * the traces that the SDK exports.
 */
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const CHUNKS = 1000;
/** Chunks that a stream sends before it stays open. */
export const OPEN_CHUNKS = 100;
/** Placeholder for the id in every answer. */
const ID = 'ID-ID';

const SAID = 'The parcel left Oslo this morning and should be with you on Friday. '.repeat(4);
const CHAT_CALL = JSON.stringify({
  id: ID,
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
  id: ID,
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
  const frame = { id: ID, object: 'chat.completion.chunk', created: 1, model: 'bench', system_fingerprint: 'fp_1' };
  const chunk = (delta: object, finish_reason: string | null = null, obfuscation = '') =>
    `data: ${JSON.stringify({ ...frame, choices: [{ index: 0, delta, finish_reason }], usage: null, obfuscation })}\n\n`;
  const deltas = Array.from({ length: CHUNKS }, (_, index) => {
    const delta = index < CHUNKS / 2 ? { reasoning_content: ' thinking' } : { content: ' word' };
    // Padding of varying length, as OpenAI sends it.
    return chunk(delta, null, 'x'.repeat(index % 13));
  });
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

let served = 0;

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const answer = ANSWERS.get(request.url ?? '');
    const asked = Buffer.concat(parts);
    served += 1;
    const named = (text: string) => text.replace(ID, `answer-${served}`);
    if (answer === undefined) response.writeHead(200).end();
    else if (!asked.includes('"stream":true')) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(named(answer.call));
    } else if (asked.includes('"model":"open"')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(answer.stream.slice(0, OPEN_CHUNKS).map(named).join(''));
    } else void play(response, answer.stream.map(named));
  });
});

/** Writes each chunk separately, in its own turn, so that the client receives many small pieces. */
async function play(response: ServerResponse, chunks: string[]): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const chunk of chunks) {
    if (response.destroyed) return;
    response.write(chunk);
    await new Promise(setImmediate);
  }
  response.end();
}

// Subjects import the constants above and must not start a server.
if (import.meta.main) {
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.on('disconnect', () => process.exit());
}
