/** Generations and tool calls as OpenTelemetry spans: names and attributes of the GenAI conventions, ours beside them. No state, no I/O. */
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Attributes,
  type Span,
  type SpanContext,
  type SpanStatus,
  type Tracer,
} from '@opentelemetry/api';
import {
  encodeCall,
  encodeMessages,
  encodeSystem,
  encodeUsage,
  GEN_AI,
  GENERAL,
  SUBTEXT,
  type AttributedCall,
  type ModelResponse,
} from '@subtext/reasoning';
import type { Gate, Place } from './gate.ts';
import { hrTime, now } from './clock.ts';
import {
  gateOf,
  PLACES,
  sealCall,
  sealContext,
  sealDefinitions,
  sealed,
  sealError,
  sealErrorType,
  sealJsonText,
  sealTexts,
  sealToJson,
} from './content.ts';
import type { Exchange, Settings } from './exchange.ts';
import { fitAttributes } from './fit.ts';
import { errorMessageOf, finishReasonsOf, type Generation } from './generation.ts';
import { memoised } from './memoised.ts';
import type { PendingCall } from './pending-calls.ts';
import { providerName } from './provider-name.ts';
import { sealMessages } from './seal-messages.ts';
import { snapshotsOf, withoutUnfinishedWord } from './snapshots.ts';
import { contextUnder, tellSpan, type WholeSpan, type WholeSpanTracer } from './whole-span.ts';

/** A CLIENT span over the whole logical call, its failed attempts included. Returns its context, for what belongs under it. */
export function emitGeneration(
  tracer: WholeSpanTracer,
  generation: Generation,
  parent: SpanContext | undefined,
): SpanContext {
  const { exchange, failure } = generation;
  const gate = gateOf(exchange.settings);
  const message = failure && (failure.message === undefined ? undefined : sealError(gate, failure.message));
  const span = {
    ...describeGeneration(generation, gate),
    endTime: hrTime(exchange.endedAt ?? now()),
    // Behind all else that goes through the gate: they name what it held back.
    attributes: fitAttributes(sealed(gate, generationAttributes(gate, generation))),
    status: failure && failed(message ?? sealErrorType(gate, failure.type)),
    parent,
  };
  return tellSpan(tracer, span, snapshotsOf(exchange));
}

/** The same span while its answer streams: what has come of it. What was asked is told at its end, since it may be long. */
export function emitSnapshot(
  tracer: WholeSpanTracer,
  generation: Generation & { response: ModelResponse },
  parent: SpanContext | undefined,
): void {
  const { exchange } = generation;
  const { snapshots } = exchange;
  if (!snapshots) return;
  const gate = gateOf(exchange.settings);
  const soFar = { ...generation, response: withoutUnfinishedWord(generation.response) };
  const span = {
    ...describeGeneration(generation, gate),
    endTime: undefined,
    attributes: fitAttributes(sealed(gate, snapshotAttributes(gate, soFar, snapshots.count))),
    status: undefined,
    parent,
  };
  tracer.tellOpen?.(span, snapshots);
}

function describeGeneration({ exchange, request, response }: Generation, gate: Gate) {
  const model = sealName(gate, request?.model ?? response?.model, PLACES.model);
  return {
    name: nameOf('chat', model),
    kind: SpanKind.CLIENT,
    startTime: hrTime(exchange.earlier[0]?.startedAt ?? exchange.startedAt),
    events: exchange.earlier.map((attempt) => describeAttempt(attempt, gate)),
    base: exchange.context,
  };
}

/**
 * What the provider had another run of a model do for this answer, as a generation below it: of another model, it has another price. When it
 * ran, between the request and the end of the answer, nobody says.
 */
export function emitPaidBeside(tracer: WholeSpanTracer, { exchange, response }: Generation, parent: SpanContext): void {
  if (!response?.paidBeside) return;
  const gate = gateOf(exchange.settings);
  const host = serverOf(exchange.url)?.hostname ?? '';
  for (const beside of response.paidBeside) {
    const model = sealName(gate, beside.model, PLACES.model);
    const attributes = {
      ...defined({
        [GEN_AI.operationName]: 'text_completion',
        [GEN_AI.providerName]: providerName(host, response.api, beside.model),
        [GEN_AI.requestModel]: model,
        [GEN_AI.responseModel]: model,
        [SUBTEXT.api]: response.api,
        [SUBTEXT.usageBeside]: beside.type,
      }),
      ...encodeUsage(beside.usage),
      ...sealContext(exchange.settings.run, gate),
    };
    tellSpan(tracer, {
      name: nameOf('text_completion', model),
      kind: SpanKind.CLIENT,
      startTime: hrTime(exchange.startedAt),
      endTime: hrTime(exchange.endedAt ?? now()),
      attributes: fitAttributes(sealed(gate, attributes)),
      events: [],
      status: undefined,
      parent,
      base: exchange.context,
    });
  }
}

export interface ToolOutcome {
  /** Unix milliseconds. */
  endedAt: number;
  /** Absent: no result was seen. */
  result?: unknown;
  isError?: boolean;
  /** Of the client that brought the result. */
  settings?: Settings;
}

/** A tool call as we saw it from outside: from the end of the generation that asked to the start of the request with its result. */
export function emitToolCall(tracer: WholeSpanTracer, pending: PendingCall, outcome: ToolOutcome): void {
  const answered = 'result' in outcome;
  const call = answered ? { ...pending.call, result: outcome.result, isError: outcome.isError === true } : pending.call;
  const { settings, home: parent, askedAt: startedAt } = pending;
  const gate = outcome.settings ? gateOf(settings, outcome.settings) : gateOf(settings);
  const unanswered: Attributes = answered ? {} : { [SUBTEXT.incompleteReason]: 'no_result' };
  tellSpan(tracer, {
    ...describeCall({ call, gate, settings, extra: unanswered, startedAt }),
    endTime: hrTime(Math.max(outcome.endedAt, startedAt)),
    events: [],
    status: call.isError === true ? failed('tool_error') : undefined,
    parent,
    base: ROOT_CONTEXT,
  });
}

export interface ToolStart {
  name: string;
  /** What the function was given, as JSON text. */
  given: string | undefined;
  /** Unix milliseconds. */
  startedAt: number;
  /** The call the model asked for, when one was found, or what was told of it by hand. */
  call: AttributedCall | undefined;
  /** The active span wins over the loop the call came from. */
  parent: SpanContext | undefined;
  settings: Settings;
}

export interface StartedTool {
  span: Span;
  gate: Gate;
}

/** A tool that runs in front of us. */
export function startToolSpan(tracer: Tracer, tool: ToolStart): StartedTool {
  const { name, call, parent, settings, startedAt } = tool;
  const gate = gateOf(settings);
  if (call) {
    const { name: spanName, ...options } = describeCall({ call, gate, settings, extra: {}, startedAt });
    return { span: tracer.startSpan(spanName, options, contextUnder(parent)), gate };
  }
  const said = gate.text(name, PLACES.toolName);
  const attributes = defined({
    [GEN_AI.operationName]: 'execute_tool',
    [GEN_AI.toolName]: said,
    [GEN_AI.toolType]: 'function',
    [GEN_AI.toolArguments]: sealJsonText(gate, tool.given, PLACES.arguments),
    ...sealContext(settings.run, gate),
  });
  const options = {
    kind: SpanKind.INTERNAL,
    startTime: hrTime(startedAt),
    attributes: fitAttributes(sealed(gate, attributes)),
  };
  return { span: tracer.startSpan(nameOf('execute_tool', said), options, contextUnder(parent)), gate };
}

export function recordToolResult({ span, gate }: StartedTool, result: unknown): void {
  const attributes = defined({ [GEN_AI.toolResult]: sealToJson(gate, result, PLACES.result) });
  span.setAttributes(fitAttributes(sealed(gate, attributes)));
}

interface CallContent {
  call: AttributedCall;
  gate: Gate;
  settings: Settings;
  extra: Attributes;
  startedAt: number;
}

function describeCall(content: CallContent): Pick<WholeSpan, 'name' | 'kind' | 'startTime' | 'attributes'> {
  const { call, gate, settings, extra, startedAt } = content;
  const sealedCall = sealCall(gate, call);
  const attributes = { ...encodeCall(sealedCall), ...extra, ...sealContext(settings.run, gate) };
  return {
    name: nameOf('execute_tool', sealedCall.name),
    kind: SpanKind.INTERNAL,
    startTime: hrTime(startedAt),
    attributes: fitAttributes(sealed(gate, attributes)),
  };
}

/** Into one object: some that are merged at the end would cost more than what is in them. What is undefined was not said. */
type Put = (name: string, value: Attributes[string]) => void;

function generationAttributes(gate: Gate, generation: Generation): Attributes {
  const { exchange, response } = generation;
  const [attributes, put] = emptyAttributes();
  putNames(put, gate, generation);
  putRequest(put, gate, generation);
  const finishReasons = finishReasonsOf(response).flatMap((reason) => sealName(gate, reason, PLACES.type) ?? []);
  put(GEN_AI.finishReasons, finishReasons.length > 0 ? finishReasons : undefined);
  putOutcome(put, gate, generation);
  if (response?.usage) Object.assign(attributes, encodeUsage(response.usage));
  return Object.assign(attributes, sealContext(exchange.settings.run, gate));
}

function snapshotAttributes(gate: Gate, generation: Generation, count: number): Attributes {
  const [attributes, put] = emptyAttributes();
  putNames(put, gate, generation);
  put(GEN_AI.requestStream, true);
  putOutput(put, gate, generation);
  put(SUBTEXT.snapshot, count);
  return Object.assign(attributes, sealContext(generation.exchange.settings.run, gate));
}

function emptyAttributes(): [Attributes, Put] {
  const attributes: Attributes = {};
  const put: Put = (name, value) => {
    if (value !== undefined) attributes[name] = value;
  };
  return [attributes, put];
}

function putOutcome(put: Put, gate: Gate, generation: Generation): void {
  const { exchange, streamed, incompleteReason, failure } = generation;
  const { firstChunkAt, startedAt, keptBytes, totalBytes } = exchange;
  if (streamed && firstChunkAt !== undefined) put(GEN_AI.timeToFirstChunk, (firstChunkAt - startedAt) / 1000);
  putOutput(put, gate, generation);
  put(SUBTEXT.thinkingState, generation.attributed[0]?.state);
  put(SUBTEXT.incomplete, incompleteReason ? true : undefined);
  put(SUBTEXT.incompleteReason, incompleteReason);
  put(SUBTEXT.attempts, exchange.attempt ? exchange.attempt + 1 : undefined);
  if (keptBytes < totalBytes) put(SUBTEXT.truncated, [`response.body:${keptBytes}:${totalBytes}`]);
  put(GENERAL.errorType, failure && sealErrorType(gate, failure.type));
}

function putOutput(put: Put, gate: Gate, generation: Generation): void {
  put(GEN_AI.outputMessages, outputMessages(gate, generation));
  const calls = generation.attributed[0]?.calls ?? [];
  put(SUBTEXT.reasoningRef, sealId(gate, earlierThought(calls)));
  const parentRefs = parentRefsOf(calls).map((id) => gate.id(id));
  put(SUBTEXT.parentRefs, parentRefs.length > 0 ? parentRefs : undefined);
}

/** The call of an earlier response whose thought calls of this one share: whoever attributes the output again cannot know it. */
function earlierThought(calls: readonly AttributedCall[]): string | undefined {
  const own = new Set(calls.map((call) => call.id));
  const found = calls.find(
    ({ reasoningRef, parentId }) => reasoningRef !== null && !own.has(reasoningRef) && parentId === undefined,
  );
  return found?.reasoningRef ?? undefined;
}

/** The same of calls that say which earlier one they came of: that one, then the call whose thought it is. */
function parentRefsOf(calls: readonly AttributedCall[]): string[] {
  const own = new Set(calls.map((call) => call.id));
  return calls.flatMap(({ parentId, reasoningRef }) =>
    parentId !== undefined && reasoningRef !== null && !own.has(parentId) ? [parentId, reasoningRef] : [],
  );
}

/** Each look at a field of a `URL` costs: so it is looked at once. */
const serverOf = memoised((source) => {
  const url = URL.parse(source);
  if (!url) return undefined;
  return { hostname: url.hostname, port: Number(url.port || (url.protocol === 'http:' ? 80 : 443)) };
});

/** Who was asked, and who answers. */
function putNames(put: Put, gate: Gate, { exchange, request, response }: Generation): void {
  const server = serverOf(exchange.url);
  const api = response?.api ?? request?.api;
  const model = request?.model ?? response?.model;
  put(GEN_AI.operationName, 'chat');
  put(GEN_AI.providerName, providerName(server?.hostname ?? '', api, model));
  put(GEN_AI.requestModel, sealName(gate, model, PLACES.model));
  put(GEN_AI.responseModel, sealName(gate, response?.model, PLACES.model));
  put(GEN_AI.responseId, sealId(gate, response?.id));
  put(SUBTEXT.api, api);
  put(GENERAL.serverAddress, sealName(gate, server?.hostname, PLACES.server));
  put(GENERAL.serverPort, server?.port);
}

function putRequest(put: Put, gate: Gate, { request, streamed }: Generation): void {
  const system = sealTexts(gate, request?.system ?? [], PLACES.system);
  const messages = sealMessages(gate, request?.messages ?? [], GEN_AI.inputMessages);
  put(GEN_AI.requestStream, streamed || request?.stream ? true : undefined);
  put(GEN_AI.requestMaxTokens, request?.maxTokens);
  put(GEN_AI.requestTemperature, request?.temperature);
  put(GEN_AI.reasoningLevel, sealName(gate, request?.reasoningEffort, PLACES.type));
  put(GEN_AI.previousResponseId, sealId(gate, request?.previousResponseId));
  put(GEN_AI.conversationId, sealId(gate, request?.conversationId));
  put(GEN_AI.systemInstructions, system.length > 0 ? encodeSystem(system) : undefined);
  put(GEN_AI.inputMessages, messages.length > 0 ? encodeMessages(messages) : undefined);
  put(GEN_AI.toolDefinitions, sealDefinitions(gate, request?.toolDefinitions ?? []));
}

function outputMessages(gate: Gate, { response }: Generation): string | undefined {
  if (!response || response.choices.length === 0) return undefined;
  const { choices } = response;
  const messages = choices.map((choice) => {
    const finishReason = choices.length > 1 ? choice.finishReason : response.finishReason;
    return { role: 'assistant', parts: choice.parts, ...(finishReason !== undefined && { finishReason }) };
  });
  return encodeMessages(sealMessages(gate, messages, GEN_AI.outputMessages));
}

/** What failed before the attempt that counts: when, how, and how long it took. */
function describeAttempt(attempt: Exchange, gate: Gate): WholeSpan['events'][number] {
  const at = attempt.endedAt ?? attempt.startedAt;
  const message = attempt.status === undefined ? undefined : errorMessageOf(attempt);
  const attributes = defined({
    'subtext.attempt.number': (attempt.attempt ?? 0) + 1,
    'subtext.attempt.duration_ms': Math.round(at - attempt.startedAt),
    'http.response.status_code': attempt.status,
    [GENERAL.errorType]: attempt.status === undefined ? attempt.outcome : String(attempt.status),
    'subtext.attempt.message': message === undefined ? undefined : sealError(gate, message),
  });
  return { name: 'subtext.attempt', attributes, time: hrTime(at) };
}

function failed(message: string | undefined): SpanStatus {
  return { code: SpanStatusCode.ERROR, ...(message !== undefined && { message }) };
}

function sealName(gate: Gate, name: string | undefined, place: Place): string | undefined {
  return name === undefined ? undefined : gate.text(name, place);
}

function sealId(gate: Gate, id: string | undefined): string | undefined {
  return id === undefined ? undefined : gate.id(id);
}

/** `chat gpt-5`; the operation alone when the name is unknown or must not leave. */
function nameOf(operation: string, name: string | undefined): string {
  return name ? `${operation} ${name}` : operation;
}

function defined(attributes: Record<string, Attributes[string]>): Attributes {
  const kept: Attributes = {};
  for (const name in attributes) if (attributes[name] !== undefined) kept[name] = attributes[name];
  return kept;
}
