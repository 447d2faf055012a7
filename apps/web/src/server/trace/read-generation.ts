/**
 * The payload of a generation → what its request held and what came out, as `conversation()` takes it, and what is missing of that. Reads the
 * GenAI conventions, and the attributes in which others keep whole bodies. Used by seen.ts and conversation.ts.
 */
import type { TraceGenerationRow } from '@subtext/db';
import {
  attributeJson,
  decodeMessages,
  decodeSystem,
  eventMessages,
  GEN_AI,
  inputMessages,
  outputMessages,
  readRequest,
  readResponse,
  SUBTEXT,
  type DecodeOptions,
  type Message,
  type ModelRequest,
  type Origin,
  type Part,
  type TracedGeneration,
} from '@subtext/reasoning';
import { apiOf } from './api-of.ts';
import { lacksOf, type Lack } from './lacks.ts';
import { openPayload, type Payload } from './payload.ts';

export interface ReadGeneration {
  generation: TracedGeneration;
  lacks: Lack[];
}

export interface Wanted {
  /** Of earlier generations only the output is needed: the last request has the whole history. */
  input: boolean;
}

/** `bodies`: the payload of the span, then those of the copies that others made of it. */
export function readGeneration(row: TraceGenerationRow, bodies: readonly string[], wanted: Wanted): ReadGeneration {
  const payloads = bodies.flatMap((body) => openPayload(body) ?? []);
  const own = payloads[0];
  const origin = originOf(row, own);
  const output = first(payloads, (payload) => outputOf(payload, row)) ?? outputInEvents(payloads, row);
  const input = wanted.input ? (first(payloads, inputOf) ?? inputInEvents(payloads)) : undefined;
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

/** Attributes in which others keep the body of a request, or its list of messages. */
const REQUEST_BODIES = [
  'input.value',
  'langfuse.observation.input',
  'gcp.vertex.agent.llm_request',
  'mlflow.spanInputs',
  'traceloop.entity.input',
];
const RESPONSE_BODIES = [
  'output.value',
  'langfuse.observation.output',
  'gcp.vertex.agent.llm_response',
  'mlflow.spanOutputs',
  'traceloop.entity.output',
];

function inputOf(payload: Payload): Input | undefined {
  const { read } = payload;
  const definitions = attributeJson(read(GEN_AI.toolDefinitions) ?? read('ai.prompt.tools'));
  const tools = Array.isArray(definitions) ? definitions.map(attributeJson) : [];
  const messages = messagesIn(payload);
  if (messages.length > 0) return { system: decodeSystem(read(GEN_AI.systemInstructions)), messages, tools };
  for (const name of REQUEST_BODIES) {
    const body = requestIn(attributeJson(read(name)));
    if (body && body.messages.length > 0)
      return { system: [...body.system], messages: [...body.messages], tools: [...body.toolDefinitions, ...tools] };
  }
  return undefined;
}

function messagesIn(payload: Payload): Message[] {
  if (payload.read(GEN_AI.inputMessages) !== undefined) return inputMessages(payload);
  const prompt = payload.read('ai.prompt.messages');
  return prompt === undefined ? [] : decodeMessages(prompt);
}

function requestIn(value: unknown): Pick<ModelRequest, 'system' | 'messages' | 'toolDefinitions'> | null {
  if (!Array.isArray(value)) return readRequest(value);
  return { system: [], messages: decodeMessages(value), toolDefinitions: [] };
}

function outputOf(payload: Payload, row: TraceGenerationRow): Part[] | undefined {
  const { read } = payload;
  // Of several choices the first is the one that the conversation went on with.
  const [choice] = read(GEN_AI.outputMessages) === undefined ? [] : outputMessages(payload, optionsOf(row));
  const parts = choice?.parts;
  if (parts && parts.length > 0) return parts;
  for (const name of RESPONSE_BODIES) {
    const body = read(name);
    const from = typeof body === 'string' ? readResponse({ body })?.choices[0]?.parts : undefined;
    if (from && from.length > 0) return [...from];
  }
  return undefined;
}

/** Where each message is an event of the span, or a log record of it. */
function inputInEvents(payloads: readonly Payload[]): Input | undefined {
  const messages = messagesInEvents(payloads).find(({ input }) => input.length > 0)?.input;
  return messages && { system: [], messages, tools: [] };
}

function outputInEvents(payloads: readonly Payload[], row: TraceGenerationRow): Part[] | undefined {
  const told = messagesInEvents(payloads, optionsOf(row)).find(({ output }) => output.length > 0);
  const parts = told?.output[0]?.parts ?? [];
  return parts.length > 0 ? parts : undefined;
}

/** Some senders write both: one of them is enough. */
function messagesInEvents([span, ...others]: readonly Payload[], options: DecodeOptions = {}) {
  return [span?.events ?? [], others.flatMap(({ events }) => events)].map((events) => eventMessages(events, options));
}

function optionsOf({ responseModel, spanId }: TraceGenerationRow): DecodeOptions {
  return { ...(responseModel !== null && { model: responseModel }), generateId: countedIds(spanId) };
}

/** The same span gives the same ids however often it is read. */
function countedIds(spanId: string): () => string {
  let count = 0;
  return () => `call_${spanId}_${count++}`;
}

const word = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
