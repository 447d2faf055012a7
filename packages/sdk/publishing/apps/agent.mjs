// The agent that every runtime runs, on the real `openai` client. The caller passes the SDK and the client, loaded by
// `import` or by `require`.

const TOOLS = [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }];

/** Returns the agent's output when everything is sent. */
export async function runAgent(sdk, OpenAI, { providerUrl, subtextUrl }) {
  const baseURL = `${providerUrl}/v1`;
  const bare = new OpenAI({ apiKey: 'sk-test', baseURL });
  const client = sdk.observe(bare, { url: subtextUrl, serviceName: 'runtimes' });
  const look = sdk.tool('look', async ({ city }) => ({ city, sky: 'clear' }));
  const said = {
    bare: await loop(bare, 'bare-model', look),
    observed: await loop(client, 'loop-model', look),
    run: await sdk.trace('agent', () => loop(client, 'run-model', look)),
    session: await sdk.withContext({ session: 'session-1' }, async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return loop(client, 'session-model', look);
    }),
    fetched: await ask(sdk.observeFetch(), `${baseURL}/chat/completions`),
  };
  await sdk.flush();
  return said;
}

async function loop(client, model, look) {
  const messages = [{ role: 'user', content: 'What is the weather in Bern?' }];
  const first = await complete(client, { model, messages, tools: TOOLS });
  const [call] = first.tool_calls;
  const result = await look(JSON.parse(call.function.arguments));
  messages.push(first, { role: 'tool', tool_call_id: call.id, content: JSON.stringify(result) });
  const last = await complete(client, { model, messages, tools: TOOLS });
  return last.content;
}

/** Streams an answer and assembles it. */
async function complete(client, request) {
  const message = { role: 'assistant', content: null, tool_calls: [] };
  for await (const { choices } of await client.chat.completions.create({ ...request, stream: true })) {
    const delta = choices[0]?.delta;
    if (delta?.content) message.content = (message.content ?? '') + delta.content;
    if (delta?.tool_calls) message.tool_calls.push(...delta.tool_calls);
  }
  if (message.tool_calls.length === 0) delete message.tool_calls;
  return message;
}

async function ask(fetch, url) {
  const body = JSON.stringify({ model: 'fetch-model', messages: [{ role: 'user', content: 'What is the weather?' }] });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body });
  return (await response.json()).choices[0].message.content;
}
