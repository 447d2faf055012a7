/**
 * Parses the payload of a generation into its request and its output, as input for `conversation()`, and lists what is
 * missing. Uses the same readers as ingest.
 */
import {
  attributeNumber,
  decodeSystem,
  eventMessages,
  GEN_AI,
  readRequest,
  recordOf,
  SUBTEXT,
  thinkingBudgetIn,
  type DecodeOptions,
  type Message,
  type ModelRequest,
  type Origin,
  type Part,
  type TracedGeneration,
} from '@subtext/reasoning';
import { conventionsOf } from '../conventions.ts';
import { sentInput, sentOutput } from '../messages.ts';
import type { SentSpan } from '../sent-span.ts';
import { apiOf } from './api-of.ts';
import { lacksOf, type Lack } from './lacks.ts';
import { openPayload, type Payload } from './payload.ts';
import { toolDefinitionsOf } from './tool-definitions.ts';

/** What the row of a generation says of it. */
export interface GenerationRow {
  spanId: string;
  provider: string | null;
  requestModel: string | null;
  responseModel: string | null;
}

export interface ReadGeneration {
  generation: TracedGeneration;
  settings: RecordedSettings;
  /** The limit for thinking tokens; 0 switches thinking off. undefined = not reported. */
  thinkingBudget: number | undefined;
  lacks: Lack[];
}

/** Settings of the request that a span reports. undefined = not reported. */
export interface RecordedSettings {
  maxTokens: number | undefined;
  temperature: number | undefined;
}

export interface ReadOptions {
  /** False for earlier generations: only their output is needed, because the last request has the whole history. */
  input: boolean;
}

/**
 * A stored generation in the types of packages/reasoning. `bodies`: the payload of the span as JSON, then those of
 * duplicates by other instrumentations, which fill in what is missing.
 */
export function readGeneration(row: GenerationRow, bodies: readonly string[], wanted: ReadOptions): ReadGeneration {
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
    settings: {
      maxTokens: attributeNumber(own?.read(GEN_AI.requestMaxTokens)),
      temperature: attributeNumber(own?.read(GEN_AI.requestTemperature)),
    },
    thinkingBudget: own && budgetOf(own),
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

function originOf(row: GenerationRow, payload: Payload | undefined): Origin {
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

function inputOf(payload: Payload, options: DecodeOptions): Input | undefined {
  const { sent, read } = payload;
  const messages = sentInput(sent, conventionsOf(sent), options);
  if (messages.length === 0) return undefined;
  const tools = toolDefinitionsOf(payload);
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
    const request = readRequest(asSent(json(name)));
    if (request && request.messages.length > 0) return request;
  }
  return null;
}

/** Google's clients take the settings, the instructions and the tools as `config`, which is not in what they send. */
function asSent(body: unknown): unknown {
  const { config, ...others } = recordOf(body);
  return 'contents' in others ? { ...recordOf(config), ...others } : body;
}

/** Attributes with the settings of the model. */
const SETTINGS = [
  ...['llm.invocation_parameters', 'langfuse.observation.model.parameters', 'braintrust.metadata', 'model_settings'],
  ...REQUEST_BODIES,
];

function budgetOf({ sent, read }: Payload): number | undefined {
  const own = attributeNumber(read(SUBTEXT.thinkingBudget) ?? read('anthropic.thinking.budget_tokens'));
  if (own !== undefined) return own;
  if (read('anthropic.thinking.type') === 'disabled') return 0;
  for (const name of SETTINGS) {
    const budget = thinkingBudgetIn(recordOf(sent.json(name)));
    if (budget !== undefined) return budget;
  }
  return undefined;
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
function optionsOf({ responseModel, requestModel, spanId }: GenerationRow): DecodeOptions {
  const model = responseModel ?? requestModel;
  let count = 0;
  return { ...(model !== null && { model }), generateId: () => `${spanId}-${count++}` };
}

const word = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
