/** Spans of model calls: names and attributes of the GenAI conventions, and Subtext's own. No state, no I/O. */
import { SpanKind, type Attributes, type SpanContext } from '@opentelemetry/api';
import { encodeMessages, encodeSystem, encodeUsage, GEN_AI, GENERAL, SUBTEXT } from '@subtext/reasoning';
import type { AttributedCall, ModelResponse } from '@subtext/reasoning';
import { hrTime, now } from '../../platform/clock.ts';
import {
  FIELDS,
  redactAttributes,
  redactDefinitions,
  redactError,
  redactErrorType,
  redactorFor,
  redactTexts,
} from '../../privacy/content.ts';
import { redactContext } from './context-attributes.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { errorMessageOf, finishReasonsOf, type Generation } from '../../exchange/generation.ts';
import { memoized } from '../../platform/memoized.ts';
import { providerName } from './provider-name.ts';
import { redactMessages } from '../../privacy/redact-messages.ts';
import type { ContentField, Redactor } from '../../privacy/redactor.ts';
import { snapshotsOf, withoutUnfinishedWord } from '../../exchange/snapshots.ts';
import { defined, failed, spanNameFor } from './span-parts.ts';
import { truncateAttributes } from './truncate.ts';
import type { RecordSpan, WholeSpan, WholeSpanTracer } from './whole-span.ts';

/** A CLIENT span over the whole logical call, including its failed attempts. Returns its context for child spans. */
export function emitGeneration(
  record: RecordSpan,
  generation: Generation,
  parent: SpanContext | undefined,
): SpanContext {
  const { exchange, failure } = generation;
  const redactor = redactorFor(exchange.settings);
  const message = failure && (failure.message === undefined ? undefined : redactError(redactor, failure.message));
  const span = {
    ...describeGeneration(generation, redactor),
    endTime: hrTime(exchange.endedAt ?? now()),
    // Comes last, because it names what the redactor withheld.
    attributes: truncateAttributes(redactAttributes(redactor, generationAttributes(redactor, generation))),
    status: failure && failed(message ?? redactErrorType(redactor, failure.type)),
    parent,
  };
  return record(span, snapshotsOf(exchange));
}

/** A snapshot of the same span while its answer streams. The request is reported at the end, since it may be long. */
export function emitSnapshot(
  tracer: WholeSpanTracer,
  generation: Generation & { response: ModelResponse },
  parent: SpanContext | undefined,
): void {
  const { exchange } = generation;
  const { snapshots } = exchange;
  if (!snapshots) return;
  const redactor = redactorFor(exchange.settings);
  const soFar = { ...generation, response: withoutUnfinishedWord(generation.response) };
  const span = {
    ...describeGeneration(generation, redactor),
    endTime: undefined,
    attributes: truncateAttributes(redactAttributes(redactor, snapshotAttributes(redactor, soFar, snapshots.count))),
    status: undefined,
    parent,
  };
  tracer.recordOpen?.(span, snapshots);
}

function describeGeneration({ exchange, request, response }: Generation, redactor: Redactor) {
  const model = redactName(redactor, request?.model ?? response?.model, FIELDS.model);
  return {
    name: spanNameFor('chat', model),
    kind: SpanKind.CLIENT,
    startTime: hrTime(exchange.earlier[0]?.startedAt ?? exchange.startedAt),
    events: exchange.earlier.map((attempt) => describeAttempt(attempt, redactor)),
    base: exchange.context,
  };
}

/**
 * Work of another model that the provider billed with this answer, as a generation below it, since that model has its
 * own price. The provider does not report when it ran, so it spans the whole request.
 */
export function emitPaidBeside(record: RecordSpan, { exchange, response }: Generation, parent: SpanContext): void {
  if (!response?.paidBeside) return;
  const redactor = redactorFor(exchange.settings);
  const host = serverAddress(exchange.url)?.hostname ?? '';
  for (const beside of response.paidBeside) {
    const model = redactName(redactor, beside.model, FIELDS.model);
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
      ...redactContext(exchange.settings.run, redactor),
    };
    record({
      name: spanNameFor('text_completion', model),
      kind: SpanKind.CLIENT,
      startTime: hrTime(exchange.startedAt),
      endTime: hrTime(exchange.endedAt ?? now()),
      attributes: truncateAttributes(redactAttributes(redactor, attributes)),
      events: [],
      status: undefined,
      parent,
      base: exchange.context,
    });
  }
}

/** Writes into one object: merging several would cost more than their contents. undefined means "not reported". */
type Put = (name: string, value: Attributes[string]) => void;

function generationAttributes(redactor: Redactor, generation: Generation): Attributes {
  const { exchange, response } = generation;
  const [attributes, put] = emptyAttributes();
  putNames(put, redactor, generation);
  putRequest(put, redactor, generation);
  const finishReasons = finishReasonsOf(response).flatMap((reason) => redactName(redactor, reason, FIELDS.type) ?? []);
  put(GEN_AI.finishReasons, finishReasons.length > 0 ? finishReasons : undefined);
  putOutcome(put, redactor, generation);
  if (response?.usage) Object.assign(attributes, encodeUsage(response.usage));
  if (exchange.isReplayed) {
    put(SUBTEXT.forkReplayed, true);
    // Its tokens were paid for by the run that is forked.
    put(SUBTEXT.providerCostUsd, 0);
  }
  return Object.assign(attributes, redactContext(exchange.settings.run, redactor));
}

function snapshotAttributes(redactor: Redactor, generation: Generation, count: number): Attributes {
  const [attributes, put] = emptyAttributes();
  putNames(put, redactor, generation);
  put(GEN_AI.requestStream, true);
  putOutput(put, redactor, generation);
  put(SUBTEXT.snapshot, count);
  return Object.assign(attributes, redactContext(generation.exchange.settings.run, redactor));
}

function emptyAttributes(): [Attributes, Put] {
  const attributes: Attributes = {};
  const put: Put = (name, value) => {
    if (value !== undefined) attributes[name] = value;
  };
  return [attributes, put];
}

function putOutcome(put: Put, redactor: Redactor, generation: Generation): void {
  const { exchange, streamed, incompleteReason, failure } = generation;
  const { firstChunkAt, startedAt, keptBytes, totalBytes } = exchange;
  if (streamed && firstChunkAt !== undefined) put(GEN_AI.timeToFirstChunk, (firstChunkAt - startedAt) / 1000);
  putOutput(put, redactor, generation);
  put(SUBTEXT.thinkingState, generation.attributed[0]?.state);
  put(SUBTEXT.incomplete, incompleteReason ? true : undefined);
  put(SUBTEXT.incompleteReason, incompleteReason);
  put(SUBTEXT.attempts, exchange.attempt ? exchange.attempt + 1 : undefined);
  if (keptBytes < totalBytes) put(SUBTEXT.truncated, [`response.body:${keptBytes}:${totalBytes}`]);
  put(GENERAL.errorType, failure && redactErrorType(redactor, failure.type));
}

function putOutput(put: Put, redactor: Redactor, generation: Generation): void {
  put(GEN_AI.outputMessages, outputMessages(redactor, generation));
  const calls = generation.attributed[0]?.calls ?? [];
  put(SUBTEXT.reasoningRef, redactId(redactor, earlierThought(calls)));
  const parentRefs = parentRefsOf(calls).map((id) => redactor.id(id));
  put(SUBTEXT.parentRefs, parentRefs.length > 0 ? parentRefs : undefined);
}

/**
 * The call of an earlier response whose thought the calls of this one share. It cannot be derived from the output
 * alone.
 */
function earlierThought(calls: readonly AttributedCall[]): string | undefined {
  const own = new Set(calls.map((call) => call.id));
  const found = calls.find(
    ({ reasoningRef, parentId }) => reasoningRef !== null && !own.has(reasoningRef) && parentId === undefined,
  );
  return found?.reasoningRef ?? undefined;
}

/** The parent call of an earlier response, then the call whose thought it shares, for calls that name a parent. */
function parentRefsOf(calls: readonly AttributedCall[]): string[] {
  const own = new Set(calls.map((call) => call.id));
  return calls.flatMap(({ parentId, reasoningRef }) =>
    parentId !== undefined && reasoningRef !== null && !own.has(parentId) ? [parentId, reasoningRef] : [],
  );
}

/** Reading fields of a `URL` is slow, so the result is cached. */
export const serverAddress = memoized((source) => {
  const url = URL.parse(source);
  if (!url) return undefined;
  return { hostname: url.hostname, port: Number(url.port || (url.protocol === 'http:' ? 80 : 443)) };
});

/** Provider, model, response id and server. */
function putNames(put: Put, redactor: Redactor, { exchange, request, response }: Generation): void {
  const server = serverAddress(exchange.url);
  const api = response?.api ?? request?.api;
  const model = request?.model ?? response?.model;
  put(GEN_AI.operationName, 'chat');
  put(GEN_AI.providerName, providerName(server?.hostname ?? '', api, model));
  put(GEN_AI.requestModel, redactName(redactor, model, FIELDS.model));
  put(GEN_AI.responseModel, redactName(redactor, response?.model, FIELDS.model));
  put(GEN_AI.responseId, redactId(redactor, response?.id));
  put(SUBTEXT.api, api);
  put(GENERAL.serverAddress, redactName(redactor, server?.hostname, FIELDS.server));
  put(GENERAL.serverPort, server?.port);
}

function putRequest(put: Put, redactor: Redactor, { request, streamed }: Generation): void {
  const system = redactTexts(redactor, request?.system ?? [], FIELDS.system);
  const messages = redactMessages(redactor, request?.messages ?? [], GEN_AI.inputMessages);
  put(GEN_AI.requestStream, streamed || request?.stream ? true : undefined);
  put(GEN_AI.requestMaxTokens, request?.maxTokens);
  put(GEN_AI.requestTemperature, request?.temperature);
  put(GEN_AI.reasoningLevel, redactName(redactor, request?.reasoningEffort, FIELDS.type));
  put(SUBTEXT.thinkingBudget, request?.thinkingBudget);
  put(GEN_AI.previousResponseId, redactId(redactor, request?.previousResponseId));
  put(GEN_AI.conversationId, redactId(redactor, request?.conversationId));
  put(GEN_AI.systemInstructions, system.length > 0 ? encodeSystem(system) : undefined);
  put(GEN_AI.inputMessages, messages.length > 0 ? encodeMessages(messages) : undefined);
  put(GEN_AI.toolDefinitions, redactDefinitions(redactor, request?.toolDefinitions ?? []));
  put(SUBTEXT.unreported, unreportedOf(request));
}

const REQUEST_CONTENTS = [GEN_AI.systemInstructions, GEN_AI.toolDefinitions, GEN_AI.inputMessages];

/** A request that was not seen may have had any content, so none of it counts as empty. */
function unreportedOf(request: Generation['request']): string[] | undefined {
  if (request?.unreported) return [...request.unreported];
  return request === null ? REQUEST_CONTENTS : undefined;
}

function outputMessages(redactor: Redactor, { response }: Generation): string | undefined {
  if (!response || response.choices.length === 0) return undefined;
  const { choices } = response;
  const messages = choices.map((choice) => {
    const finishReason = choices.length > 1 ? choice.finishReason : response.finishReason;
    return { role: 'assistant', parts: choice.parts, ...(finishReason !== undefined && { finishReason }) };
  });
  return encodeMessages(redactMessages(redactor, messages, GEN_AI.outputMessages));
}

/** A failed attempt: when, how, and how long it took. */
export function describeAttempt(attempt: Exchange, redactor: Redactor): WholeSpan['events'][number] {
  const at = attempt.endedAt ?? attempt.startedAt;
  const message = attempt.status === undefined ? undefined : errorMessageOf(attempt);
  const attributes = defined({
    'subtext.attempt.number': (attempt.attempt ?? 0) + 1,
    'subtext.attempt.duration_ms': Math.round(at - attempt.startedAt),
    'http.response.status_code': attempt.status,
    [GENERAL.errorType]: attempt.status === undefined ? attempt.outcome : String(attempt.status),
    'subtext.attempt.message': message === undefined ? undefined : redactError(redactor, message),
  });
  return { name: 'subtext.attempt', attributes, time: hrTime(at) };
}

export function redactName(redactor: Redactor, name: string | undefined, field: ContentField): string | undefined {
  return name === undefined ? undefined : redactor.text(name, field);
}

export function redactId(redactor: Redactor, id: string | undefined): string | undefined {
  return id === undefined ? undefined : redactor.id(id);
}
