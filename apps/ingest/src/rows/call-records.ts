/**
 * A normalized span → the rows of `tool_calls` that it describes: from the generation that requested the call, the span
 * that executed it, or the history with its result.
 */
import { BLANK_CALL, type CallRecord } from '@subtext/trace';
import {
  costOfCalls,
  statusOfResult,
  TEXT_OUTPUT,
  type AttributedCall,
  type ToolResult,
  type Trailing,
} from '@subtext/reasoning';
import type { Generation, NormalisedSpan } from '../normalise/index.ts';
import { asText, bounded, preview, whole } from './text.ts';
import { durationNanos, isoMicros } from './times.ts';

/** `reasoningCost`: nano-dollars of all thinking of the generation; null = unknown. */
export function callRecords(normalised: NormalisedSpan, reasoningCost: number | null): CallRecord[] {
  const { generation, execution, recoveredCalls, span } = normalised;
  const startedAt = isoMicros(span.startTimeUnixNano);
  if (recoveredCalls) return recoveredCalls.map((call) => repeatedRecord(call, startedAt));
  if (execution) return [executionRecord(execution, normalised)];
  if (!generation) return [];
  const requested = generationRecords(generation, { startedAt, reasoningCost });
  return [...requested, ...historyRecords(generation, startedAt)];
}

interface ResponseContext {
  startedAt: string;
  reasoningCost: number | null;
}

function generationRecords({ response }: Generation, { startedAt, reasoningCost }: ResponseContext): CallRecord[] {
  const calls = response.trailing ? [...response.calls, fromTrailing(response.trailing)] : response.calls;
  const costs = costOfCalls(
    calls.map((call) => call.reasoningTokens ?? null),
    reasoningCost,
  );
  return calls.map((call, index) =>
    described(call, { describedBy: 'generation', startedAt, reasoningCost: costs[index] ?? null }),
  );
}

type Source = Pick<CallRecord, 'describedBy' | 'startedAt' | 'reasoningCost'>;

/**
 * A tool of the provider is stored under one name: OpenAI names its calls by the type of their item (`web_search_call`),
 * others name the tool (`web_search`).
 */
function toolNameOf({ type, name }: AttributedCall | TrailingCall): string {
  const stored = bounded(name) ?? 'unnamed tool';
  return type === 'server' ? stored.replace(/(?<=.)_call$/, '') : stored;
}

/** Builds the whole object at once: there are several per span, and copying one costs half as much as making it. */
function described(call: AttributedCall | TrailingCall, source: Source): CallRecord {
  const answer = call.type === 'answer' || call.type === 'trailing';
  const thought = call.reasoning.join('\n\n');
  const text = answer ? answerText(call.arguments) : asText(call.arguments);
  const result = asText(call.result);
  return {
    describedBy: source.describedBy,
    startedAt: source.startedAt,
    reasoningCost: source.reasoningCost,
    type: call.type,
    callId: bounded(call.id),
    toolName: toolNameOf(call),
    parentCallId: bounded(call.parentId),
    durationNs: null,
    durationInferred: false,
    status: call.status ?? 'unset',
    incomplete: call.incomplete === true,
    thinkingState: call.state,
    reasoningRef: bounded(call.reasoningRef),
    reasoningTokens: call.reasoningTokens ?? null,
    reasoningTokensSource: call.reasoningTokensSource ?? null,
    reasoningFormat: bounded(call.reasoningFormat),
    reasoningField: bounded(call.reasoningField),
    thoughtCount: call.reasoning.length,
    thoughtCharacters: call.reasoning.reduce((sum, block) => sum + block.length, 0),
    thoughtPreview: preview(thought),
    preamblePreview: preview(call.preamble),
    argumentsPreview: preview(text),
    resultPreview: preview(result),
    texts: textsOf({ reasoning: call.reasoning, preamble: call.preamble, text, result }),
  };
}

interface Texts {
  reasoning: readonly string[];
  preamble: string | null;
  text: string | null;
  result: string | null;
}

function textsOf({ reasoning, preamble, text, result }: Texts): CallRecord['texts'] {
  if (reasoning.length === 0 && preamble === null && text === null && result === null) return null;
  return {
    thoughts: reasoning.length === 0 ? null : reasoning.map(whole),
    preamble: preamble === null ? null : whole(preamble),
    arguments: text === null ? null : whole(text),
    result: result === null ? null : whole(result),
  };
}

/** The text of the answer, rather than the object that the pseudo call wraps it in. */
function answerText(value: unknown): string | null {
  const content = typeof value === 'object' && value !== null && 'content' in value ? value.content : value;
  return asText(content);
}

type TrailingCall = Omit<AttributedCall, 'type'> & { type: 'trailing' };

/** What came after a response's last call reads like an answer, with the thoughts that led to it. */
function fromTrailing({ reasoning, text, state, reasoningTokens, reasoningTokensSource }: Trailing): TrailingCall {
  return {
    id: '',
    name: TEXT_OUTPUT,
    type: 'trailing',
    itemType: 'trailing',
    arguments: text === null ? undefined : { content: text },
    reasoning,
    preamble: null,
    reasoningRef: null,
    state,
    ...(reasoningTokens !== undefined && { reasoningTokens }),
    ...(reasoningTokensSource !== undefined && { reasoningTokensSource }),
  };
}

function executionRecord(call: AttributedCall, normalised: NormalisedSpan): CallRecord {
  const { span } = normalised;
  const named = call.name === '' ? { ...call, name: span.name } : call;
  // The cost belongs to the generation that requested the call.
  const record = described(named, {
    describedBy: 'execution',
    startedAt: isoMicros(span.startTimeUnixNano),
    reasoningCost: null,
  });
  record.status = executionStatus(call, normalised);
  if (record.status === 'no_result') return record;
  record.durationNs = durationNanos(span.startTimeUnixNano, span.endTimeUnixNano);
  record.durationInferred = call.durationInferred === true;
  return record;
}

const SPAN_OK = 1;
const SPAN_ERROR = 2;

/**
 * A run that was only interrupted did not fail. Else the span's own status wins; then what its sender saw; then what the
 * result reads like.
 */
function executionStatus(call: AttributedCall, { span, failure }: NormalisedSpan): CallRecord['status'] {
  if (call.status === 'no_result') return 'no_result';
  if (span.statusCode === SPAN_ERROR || failure !== undefined) return 'error';
  if (call.status !== undefined) return call.status;
  if (span.statusCode === SPAN_OK && !call.incomplete) return 'ok';
  if (call.incomplete || span.endTimeUnixNano === 0n) return 'unset';
  // A tool that ended without a status succeeded, as everywhere in OpenTelemetry, unless its result is an error.
  return statusOfResult(call) === 'probable_error' ? 'probable_error' : 'ok';
}

/** Results of earlier calls, and the calls themselves where the request repeats them: one row per call. */
function historyRecords({ results, repeated }: Generation, startedAt: string): CallRecord[] {
  const calls = new Map(repeated.map((call) => [call.id, call]));
  const rows = results.map((result) => {
    const call = calls.get(result.callId);
    calls.delete(result.callId);
    const row = historyRecord(result, startedAt);
    return call ? { ...repeatedRecord({ ...call, result: result.result }, startedAt), status: row.status } : row;
  });
  return [...rows, ...[...calls.values()].map((call) => repeatedRecord(call, startedAt))];
}

/** Only the texts: the cost is reported and counted with the response. */
function repeatedRecord(call: AttributedCall, startedAt: string): CallRecord {
  const record = described(call, { describedBy: 'history', startedAt, reasoningCost: null });
  const status = record.status === 'unset' && call.result !== undefined ? statusOfResult(call) : record.status;
  return { ...record, status, reasoningTokens: null, reasoningTokensSource: null };
}

function historyRecord(answer: ToolResult, startedAt: string): CallRecord {
  const { callId, result } = answer;
  const text = asText(result);
  return {
    ...BLANK_CALL,
    describedBy: 'history',
    callId: bounded(callId),
    startedAt,
    status: statusOfResult(answer),
    resultPreview: preview(text),
    texts: text === null ? null : { thoughts: null, preamble: null, arguments: null, result: whole(text) },
  };
}
