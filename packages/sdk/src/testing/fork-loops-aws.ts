/** Agent loops of the AWS client, which takes no fetch: a fork answers in its middleware. */
import {
  ConverseCommand,
  ConverseStreamCommand,
  InvokeModelCommand,
  InvokeModelWithResponseStreamCommand,
  type BedrockRuntimeClient,
  type ContentBlock,
  type ConverseCommandInput,
  type Message,
} from '@aws-sdk/client-bedrock-runtime';
import { awsChunks } from './aws-frames.ts';
import { bedrockClient } from './aws-subjects.ts';
import { eventsOf } from './client-subjects.ts';
import { CALL, SAID, SCHEMA, THINKING, type ForkLoop } from './fork-loop.ts';
import * as vendor from './wire-vendors.ts';
import * as wire from './wire.ts';

const modelId = 'us.anthropic.claude-opus-4-8-v1:0';

export const awsLoops = (stream: boolean): ForkLoop[] => [converseLoop(stream), invokeLoop(stream)];

/** The blocks of a streamed answer, put together. */
async function streamedBlocks(client: BedrockRuntimeClient, body: ConverseCommandInput): Promise<ContentBlock[]> {
  const { stream = [] } = await client.send(new ConverseStreamCommand(body));
  const blocks: { text: string; signature?: string; input: string; id?: string; name?: string }[] = [];
  for await (const { contentBlockStart, contentBlockDelta } of stream) {
    const at = contentBlockStart?.contentBlockIndex ?? contentBlockDelta?.contentBlockIndex;
    if (at === undefined) continue;
    const block = (blocks[at] ??= { text: '', input: '' });
    const { toolUseId, name } = contentBlockStart?.start?.toolUse ?? {};
    if (toolUseId !== undefined && name !== undefined) Object.assign(block, { id: toolUseId, name });
    const { reasoningContent, toolUse } = contentBlockDelta?.delta ?? {};
    block.text += reasoningContent?.text ?? '';
    block.input += toolUse?.input ?? '';
    if (reasoningContent?.signature !== undefined) block.signature = reasoningContent.signature;
  }
  return blocks.map(({ text, signature, input, id: toolUseId, name }) =>
    toolUseId === undefined
      ? { reasoningContent: { reasoningText: { text, signature } } }
      : { toolUse: { toolUseId, name, input: JSON.parse(input) as Record<string, string> } },
  );
}

function converseLoop(stream: boolean): ForkLoop {
  const reply = stream ? vendor.converseStream : vendor.converse;
  return {
    name: `AWS client, Converse, stream=${stream}`,
    replies: () => [reply({ thinking: THINKING, tools: [CALL] }), reply({ thinking: SAID, tools: [] })],
    async run({ url, observe, question, system, tool }) {
      const client = observe(bedrockClient(url));
      const tools = [{ toolSpec: { name: CALL.name, inputSchema: { json: SCHEMA } } }];
      const messages: Message[] = [{ role: 'user', content: [{ text: question }] }];
      const got: unknown[] = [];
      for (;;) {
        const body = { modelId, system: [{ text: system }], messages, toolConfig: { tools } };
        const content = stream
          ? await streamedBlocks(client, body)
          : ((await client.send(new ConverseCommand(body))).output?.message?.content ?? []);
        got.push(content);
        messages.push({ role: 'assistant', content });
        const call = content.find(({ toolUse }) => toolUse)?.toolUse;
        if (!call) return got;
        const result = { toolUseId: call.toolUseId, content: [{ text: await tool('Oslo') }] };
        messages.push({ role: 'user', content: [{ toolResult: result }] });
      }
    },
  };
}

interface MessageBlock {
  type: string;
  id?: string;
}

interface MessageEvent {
  content_block?: MessageBlock;
  delta?: Record<string, string>;
}

/** The blocks of Claude's answer; of a stream, each as it opens, with its deltas. */
async function invokedBlocks(client: BedrockRuntimeClient, request: object, stream: boolean): Promise<MessageBlock[]> {
  const input = { modelId, contentType: 'application/json', body: JSON.stringify(request) };
  if (!stream) {
    const { body } = await client.send(new InvokeModelCommand(input));
    return (JSON.parse(body.transformToString()) as { content: MessageBlock[] }).content;
  }
  const { body = [] } = await client.send(new InvokeModelWithResponseStreamCommand(input));
  const blocks: MessageBlock[] = [];
  for await (const { chunk } of body) {
    const { content_block: opened, delta } = JSON.parse(new TextDecoder().decode(chunk?.bytes)) as MessageEvent;
    if (opened) blocks.push({ ...opened });
    const block = blocks.at(-1);
    if (block && delta) addDelta(block, delta);
  }
  return blocks.map((block) => ({
    ...block,
    ...('json' in block && { input: JSON.parse(String(block.json)) as object, json: undefined }),
  }));
}

function addDelta(block: MessageBlock, { type, partial_json: json, ...delta }: Record<string, string>): void {
  const fields = block as unknown as Record<string, string>;
  const more = json === undefined ? delta : { json };
  if (!type?.endsWith('_delta')) return;
  for (const [name, text] of Object.entries(more)) fields[name] = (fields[name] ?? '') + text;
}

function invokeLoop(stream: boolean): ForkLoop {
  const reply = (answer: wire.AnthropicAnswer) =>
    stream ? awsChunks(eventsOf(wire.anthropicStream(answer))) : wire.anthropic(answer);
  return {
    name: `AWS client, InvokeModel, stream=${stream}`,
    replies: () => [reply({ id: 'msg-1', thinking: THINKING, tools: [CALL] }), reply({ id: 'msg-2', text: SAID })],
    async run({ url, observe, question, system, tool }) {
      const client = observe(bedrockClient(url));
      const tools = [{ name: CALL.name, input_schema: SCHEMA }];
      const messages: object[] = [{ role: 'user', content: question }];
      const got: unknown[] = [];
      for (;;) {
        const request = { anthropic_version: 'bedrock-2023-05-31', max_tokens: 100, system, messages, tools };
        const content = await invokedBlocks(client, request, stream);
        got.push(content);
        messages.push({ role: 'assistant', content });
        const call = content.find(({ type }) => type === 'tool_use');
        if (!call) return got;
        const result = { type: 'tool_result', tool_use_id: call.id, content: await tool('Oslo') };
        messages.push({ role: 'user', content: [result] });
      }
    },
  };
}
