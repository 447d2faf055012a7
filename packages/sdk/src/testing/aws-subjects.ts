/** The AWS client, which takes no fetch. */
import {
  BedrockRuntimeClient,
  ConverseCommand,
  ConverseStreamCommand,
  InvokeModelCommand,
  InvokeModelWithResponseStreamCommand,
} from '@aws-sdk/client-bedrock-runtime';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { awsChunks } from './aws-frames.ts';
import { ANSWER, collected, eventsOf, type SubjectCalls, type Subject } from './client-subjects.ts';
import * as vendor from './wire-vendors.ts';
import * as wire from './wire.ts';

const prompt = 'What is the weather in Oslo?';
const CLAUDE = 'anthropic.claude-opus-4-8-v1:0';
const CONVERSATION = { modelId: CLAUDE, messages: [{ role: 'user' as const, content: [{ text: prompt }] }] };
const INVOCATION = {
  modelId: CLAUDE,
  contentType: 'application/json',
  body: JSON.stringify({
    anthropic_version: 'bedrock-2023-05-31',
    max_tokens: 100,
    messages: [{ role: 'user', content: prompt }],
  }),
};

/** With HTTP/1; the client's default, HTTP/2, has its own test. */
export function bedrockClient(endpoint: string, more: object = {}): BedrockRuntimeClient {
  const credentials = { accessKeyId: 'AKTEST', secretAccessKey: 'secret' };
  const requestHandler = new NodeHttpHandler();
  return new BedrockRuntimeClient({ region: 'us-east-1', endpoint, credentials, requestHandler, ...more });
}

/** Without the fields that differ with each request: ids, sockets, time. */
function answered<Output extends { $metadata: unknown }>(output: Output): object {
  return { ...output, $metadata: undefined };
}

export function converseOf(client: BedrockRuntimeClient): SubjectCalls {
  return {
    ask: async () => answered(await client.send(new ConverseCommand(CONVERSATION))),
    stream: async () => collected((await client.send(new ConverseStreamCommand(CONVERSATION))).stream),
  };
}

/** A Converse stream that the caller may abort. */
export async function streamOf(
  client: BedrockRuntimeClient,
  abortSignal: AbortSignal,
): Promise<AsyncIterable<unknown>> {
  const { stream } = await client.send(new ConverseStreamCommand(CONVERSATION), { abortSignal });
  if (!stream) throw new Error('no stream came');
  return stream;
}

function invokeOf(client: BedrockRuntimeClient): SubjectCalls {
  return {
    ask: async () => (await client.send(new InvokeModelCommand(INVOCATION))).body.transformToString(),
    stream: async () => collected((await client.send(new InvokeModelWithResponseStreamCommand(INVOCATION))).body),
  };
}

const converseAnswers = {
  api: 'bedrock.converse',
  whole: () => vendor.converse(ANSWER),
  streamed: () => vendor.converseStream(ANSWER),
};

export const AWS_SUBJECTS: readonly Subject[] = [
  {
    name: '@aws-sdk/client-bedrock-runtime, Converse',
    ...converseAnswers,
    make: (url, { observe }) => converseOf(observe(bedrockClient(url))),
  },
  {
    name: '@aws-sdk/client-bedrock-runtime, InvokeModel',
    api: 'anthropic.messages',
    whole: () => wire.anthropic(ANSWER),
    streamed: () => awsChunks(eventsOf(wire.anthropicStream(ANSWER))),
    make: (url, { observe }) => invokeOf(observe(bedrockClient(url))),
  },
];
