/**
 * Parses the payload of a generation into its request and its output, as input for `conversation()`, and lists what is
 * missing. Uses the same readers as ingest. Used by ../conversation.
 */
import type { TraceGenerationRow } from '@subtext/db';
import {
  attributeJson,
  decodeSystem,
  eventMessages,
  GEN_AI,
  readRequest,
  SUBTEXT,
  type DecodeOptions,
  type Message,
  type ModelRequest,
  type Origin,
  type Part,
  type TracedGeneration,
} from '@subtext/reasoning';
import { conventionsOf, sentInput, sentOutput, type SentSpan } from '@subtext/conventions';
import { apiOf } from './api-of.ts';
import { lacksOf, type Lack } from './lacks.ts';
import { openPayload, type Payload } from './payload.ts';

export interface ReadGeneration {
  generation: TracedGeneration;
  lacks: Lack[];
}

export interface ReadOptions {
  /** False for earlier generations: only their output is needed, because the last request has the whole history. */
  input: boolean;
}

/**
 * A stored generation in the types of packages/reasoning. `bodies`: the payload of the span as JSON, then those of
 * duplicates by other instrumentations, which fill in what is missing.
 */
export function readGeneration(
  row: TraceGenerationRow,
  bodies: readonly string[],
  wanted: ReadOptions,
): ReadGeneration {
  const payloads = bodies.flatMap((body) => openPayload(body) ?? []);
  const own = payloads[0];
  const origin = originOf(row, own);
  const options = optionsOf(row);
  const output = first(payloads, (payload) => outputOf(payload, options)) ?? outputInEvents(payloads, options);
  const input = wanted.input
    ? (first(payloads, (payload) => inputOf(payload, options)) ?? inputInEvents(payloads, options))
    : undefined;
  const previousResponseId = word(own?.read(GEN_AI.previousResponseId));
  const responseId = word(own?.read(GEN_AI.responseId));
  return {
    generation: {
      origin,
      system: input?.system ?? [],
      messages: input?.messages ?? [],
      toolDefinitions: input?.tools ?? [],
      output: output ?? [],
      ...(responseId !== undefined && { responseId }),
      ...(previousResponseId !== undefined && { previousResponseId }),
    },
    lacks: lacksOf({ row, payloads, hasInput: !wanted.input || input !== undefined, hasOutput: output !== undefined }),
  };
}

function first<Value>(payloads: readonly Payload[], of: (payload: Payload) => Value | undefined): Value | undefined {
  for (const payload of payloads) {
    const found = of(payload);
    if (found !== undefined) return found;
  }
  return undefined;
}

function originOf(row: TraceGenerationRow, payload: Payload | undefined): Origin {
  const provider = row.provider ?? undefined;
  const model = row.requestModel ?? row.responseModel ?? undefined;
  const named = word(payload?.read(SUBTEXT.api));
  const api = apiOf({ named, provider, operation: word(payload?.read(GEN_AI.operationName)) });
  return { api, ...(provider !== undefined && { provider }), ...(model !== undefined && { model }) };
}

interface Input {
  system: string[];
  messages: Message[];
  tools: unknown[];
}

/**
 * Attributes in which other senders keep the request body: it has instructions and tools, separate from the messages.
 */
const REQUEST_BODIES = [
  'input.value',
  'langfuse.observation.input',
  'gcp.vertex.agent.llm_request',
  'mlflow.spanInputs',
  'traceloop.entity.input',
  'gen_ai.prompt',
  'request_data',
];

function inputOf({ sent, read }: Payload, options: DecodeOptions): Input | undefined {
  const messages = sentInput(sent, conventionsOf(sent), options);
  if (messages.length === 0) return undefined;
  const definitions = attributeJson(read(GEN_AI.toolDefinitions) ?? read('ai.prompt.tools'));
  const tools = Array.isArray(definitions) ? definitions.map(attributeJson) : [];
  const system = decodeSystem(read(GEN_AI.systemInstructions));
  const body = system.length > 0 && tools.length > 0 ? null : bodyOf(sent);
  return {
    system: system.length > 0 ? system : (body?.system ?? []),
    messages,
    tools: tools.length > 0 ? tools : (body?.toolDefinitions ?? []),
  };
}

function bodyOf({ json }: SentSpan): ModelRequest | null {
  for (const name of REQUEST_BODIES) {
    const request = readRequest(json(name));
    if (request && request.messages.length > 0) return request;
  }
  return null;
}

function outputOf({ sent }: Payload, options: DecodeOptions): Part[] | undefined {
  // The conversation continues with the first of several choices.
  const [choice] = sentOutput(sent, conventionsOf(sent), options);
  return choice && choice.parts.length > 0 ? choice.parts : undefined;
}

/** For senders that report each message as an event of the span, or as a log record. */
function inputInEvents(payloads: readonly Payload[], options: DecodeOptions): Input | undefined {
  const messages = messagesInEvents(payloads, options).find(({ input }) => input.length > 0)?.input;
  return messages && { system: [], messages, tools: [] };
}

function outputInEvents(payloads: readonly Payload[], options: DecodeOptions): Part[] | undefined {
  const told = messagesInEvents(payloads, options).find(({ output }) => output.length > 0);
  const parts = told?.output[0]?.parts ?? [];
  return parts.length > 0 ? parts : undefined;
}

/** Some senders write both; one is enough. */
function messagesInEvents([span, ...others]: readonly Payload[], options: DecodeOptions) {
  return [span?.events ?? [], others.flatMap(({ events }) => events)].map((events) => eventMessages(events, options));
}

/** The same options as in ingest, so that generated ids of calls are equal. */
function optionsOf({ responseModel, requestModel, spanId }: TraceGenerationRow): DecodeOptions {
  const model = responseModel ?? requestModel;
  let count = 0;
  return { ...(model !== null && { model }), generateId: () => `${spanId}-${count++}` };
}

const word = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
