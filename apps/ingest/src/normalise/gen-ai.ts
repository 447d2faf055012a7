/**
 * Spans with the OpenTelemetry GenAI semantic conventions, as attributes (generations B and C, and A's names of figures). Our own SDK sends the
 * same names plus `subtext.*`, which the codecs of packages/reasoning read; so one reader serves both.
 */
import type { SpanKind } from '@subtext/db';
import {
  GEN_AI,
  SUBTEXT,
  attribute,
  decodeCall,
  decodeMessages,
  decodeUsage,
  type Message,
  type ToolResult,
  type Usage,
} from '@subtext/reasoning';
import { toJsonValue } from '../otlp/json-value.ts';
import type { Span } from '../otlp/wire.ts';
import { has, type Dialect, type Generation, type ReadSpan } from './model.ts';
import { contextOf, firstText, withoutUndefined } from './span-context.ts';

export const GEN_AI_DIALECT: Dialect = {
  name: 'gen-ai',
  detects: (span) => has(span.attributes, 'gen_ai.'),
  normalise: normaliseGenAi,
};

/** Operations of the conventions, and those that emitters invented. An unknown one is told by what else the span carries. */
const KIND_OF_OPERATION: ReadonlyMap<unknown, SpanKind> = new Map<unknown, SpanKind>([
  ...['chat', 'generate_content', 'text_completion', 'completion', 'generate'].map(
    (name) => [name, 'generation'] as const,
  ),
  ['embeddings', 'embedding'],
  ['retrieval', 'retriever'],
  ['execute_tool', 'tool'],
  ['invoke_agent', 'agent'],
  ['create_agent', 'agent'],
  ['invoke_workflow', 'chain'],
  ['plan', 'chain'],
]);

export function normaliseGenAi(span: Span): ReturnType<Dialect['normalise']> {
  const read: ReadSpan = (name) => toJsonValue(span.attributes.get(name));
  const kind = kindOf(read);
  const normalised = { kind, context: contextOf(span) };
  if (kind === 'generation' || kind === 'embedding') return { ...normalised, generation: generationOf(span, read) };
  if (kind === 'tool') return { ...normalised, execution: decodeCall(read) };
  return normalised;
}

function kindOf(read: ReadSpan): SpanKind {
  const known = KIND_OF_OPERATION.get(read(GEN_AI.operationName));
  if (known) return known;
  if (read(GEN_AI.toolName) !== undefined || read(GEN_AI.toolCallId) !== undefined) return 'tool';
  const model = read(GEN_AI.requestModel) ?? read(GEN_AI.responseModel);
  const worked = decodeUsage(read) !== undefined || read(GEN_AI.outputMessages) !== undefined;
  return model !== undefined && worked ? 'generation' : 'span';
}

function generationOf(span: Span, read: ReadSpan): Generation {
  const text = (...names: string[]) => firstText([span.attributes], names);
  const requestModel = text(GEN_AI.requestModel);
  const responseModel = text(GEN_AI.responseModel);
  const model = responseModel ?? requestModel;
  const ids = idsOf(span);
  const options = { generateId: ids, ...(model !== undefined && { model }) };
  const output = decodeMessages(read(GEN_AI.outputMessages), options);
  const input = decodeMessages(read(GEN_AI.inputMessages), options);
  const usage = believable(decodeUsage(read));
  const firstChunk = secondsOf(read(GEN_AI.timeToFirstChunk));
  const found = {
    provider: text(GEN_AI.providerName, 'gen_ai.system'),
    requestModel,
    responseModel,
    responseId: text(GEN_AI.responseId),
    finishReason: finishReasonOf(read(GEN_AI.finishReasons)) ?? output[0]?.finishReason,
    reasoningEffort: text(GEN_AI.reasoningLevel, 'gen_ai.request.reasoning_effort'),
    streaming: read(GEN_AI.requestStream) === undefined ? undefined : read(GEN_AI.requestStream) === true,
    timeToFirstChunk: firstChunk === undefined ? undefined : firstChunk * 1000,
    usage,
    asked: asked(input),
    answered: output.map(textOf).find((said) => said !== undefined),
  };
  return {
    ...withoutUndefined(found),
    incomplete: read(SUBTEXT.incomplete) === true,
    response: attribute(output[0]?.parts ?? [], {
      ...(usage && { usage }),
      generateId: ids,
      lastReasoningCallId: text(SUBTEXT.reasoningRef) ?? lastThoughtOf(input),
    }),
    results: resultsOf(input),
  };
}

/** More tokens than any model takes in one response; a larger figure is a mistake, and would spoil every sum it went into. */
const MOST_TOKENS = 1_000_000_000;

/** Without the figures nobody can mean: those are unknown. */
function believable(usage: Usage | undefined): Usage | undefined {
  if (!usage) return undefined;
  const counts = Object.entries(usage).filter(([, value]) => typeof value !== 'number' || value <= MOST_TOKENS);
  return Object.fromEntries(counts) as Usage;
}

/** Ids for what has none, derived from the span, so that reading it again gives the same rows. */
function idsOf(span: Span): () => string {
  const spanId = Buffer.from(span.spanId).toString('hex');
  let count = 0;
  return () => `${spanId}-${count++}`;
}

/** Exporters send whole numbers as integers and some send text; anything else says nothing. */
function secondsOf(value: unknown): number | undefined {
  const seconds = typeof value === 'number' || typeof value === 'string' ? Number(value) : NaN;
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}

function finishReasonOf(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first !== '' ? first : undefined;
}

function textOf(message: Message | undefined): string | undefined {
  const texts = (message?.parts ?? []).flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  const said = texts.join('\n\n');
  return said.trim() === '' ? undefined : said;
}

/** The last thing a person said: what this turn is about, also when the history holds earlier questions. */
function asked(input: readonly Message[]): string | undefined {
  return textOf(input.findLast((message) => message.role === 'user' && textOf(message) !== undefined));
}

/**
 * The last call with reasoning among the turns since a person spoke: calls of this response without thoughts share that one (providers.md
 * §15.5). Only what the history itself carries counts.
 */
function lastThoughtOf(input: readonly Message[]): string | null {
  const lastQuestion = input.findLastIndex((message) => message.role === 'user' && textOf(message) !== undefined);
  return input
    .slice(lastQuestion + 1)
    .filter((message) => message.role === 'assistant')
    .reduce<string | null>(
      (last, { parts }) =>
        attribute(parts, { lastReasoningCallId: last, generateId: () => '' }).lastReasoningCallId || null,
      null,
    );
}

/** Results after the last turn of the assistant: those before were in an earlier request already. */
function resultsOf(input: readonly Message[]): ToolResult[] {
  const lastTurn = input.findLastIndex((message) => message.role === 'assistant');
  return input
    .slice(lastTurn + 1)
    .flatMap((message) =>
      message.parts.flatMap((part) =>
        part.kind === 'tool_result' && part.callId !== ''
          ? [{ callId: part.callId, result: part.result, isError: part.isError === true }]
          : [],
      ),
    );
}
