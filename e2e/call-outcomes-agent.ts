// An agent loop whose calls end in every way, observed by the SDK, against a provider that follows a script. A process
// of its own, with SUBTEXT_URL and SUBTEXT_API_KEY.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { observeFetch, shutdown, tool } from '@subtext/sdk';

interface Message {
  role: string;
  content?: string | null;
  tool_call_id?: string;
  tool_calls?: { id: string; type: 'function'; function: { name: string; arguments: string } }[];
}

const called = (...names: string[]): Message => ({
  role: 'assistant',
  content: null,
  tool_calls: names.map((name) => ({ id: `call_${name}`, type: 'function', function: { name, arguments: '{}' } })),
});

const ANSWERS = [called('check_stock', 'charge_card', 'read_order', 'send_refund'), called('notify_user')];

const TOOLS: Record<string, () => string> = {
  // Only the wire says how these ended, and it has no flag.
  check_stock: () => '3 in stock',
  charge_card: () => 'An error occurred while running the tool. Please try again. Error: Error: card declined',
  read_order: tool('read_order', () => 'order 8812'),
  send_refund: tool('send_refund', () => {
    throw new Error('no such order');
  }),
};

function resultOf(name: string): string {
  try {
    return TOOLS[name]!();
  } catch (error) {
    return String(error);
  }
}

const server = createServer((request, response) => {
  const { length } = ANSWERS;
  request.resume().on('end', () => {
    const choices = [{ index: 0, message: ANSWERS.shift(), finish_reason: 'tool_calls' }];
    const usage = { prompt_tokens: 100, completion_tokens: 40, total_tokens: 140 };
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ id: `chatcmpl-${length}`, object: 'chat.completion', model: 'gpt-5.2', choices, usage }),
    );
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/chat/completions`;
const observed = observeFetch(fetch);

async function ask(messages: readonly Message[]): Promise<Message> {
  const body = JSON.stringify({ model: 'gpt-5.2', messages });
  const response = await observed(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return ((await response.json()) as { choices: { message: Message }[] }).choices[0]!.message;
}

const question: Message = { role: 'user', content: 'End every call in another way.' };
const first = await ask([question]);
const results = first.tool_calls!.map(({ id, function: { name } }) => ({
  role: 'tool',
  tool_call_id: id,
  content: resultOf(name),
}));
await ask([question, first, ...results]);
// notify_user is never answered.
await shutdown();
server.close();
