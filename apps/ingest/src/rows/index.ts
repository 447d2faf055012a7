/** Normalized spans → what the write path stores: bounded, storable, priced. Pure; the last stage before SQL. */
import { ownPrice, type ProjectPrice } from '@subtext/db';
import type { PriceRecord, SpanRecord, StorableSpan, TraceFacts } from '@subtext/trace';
import {
  costFields,
  costOf,
  countedHour,
  countedThinking,
  haveRatesFor,
  nanoDollars,
  splitReasoningByReadability,
  SUBTEXT,
  isTask,
  type Cost,
  type SpanKind,
  type Usage,
} from '@subtext/reasoning';
import type { Generation, NormalisedSpan, RunFigures } from '../normalise/index.ts';
import { atBatchRates, findPrice, isPriceFor } from '@subtext/prices';
import { costByUnits, mediaTokens } from '../prices/tasks.ts';
import { isId, type Span } from '../otlp/wire.ts';
import { callRecords } from './call-records.ts';
import { hex } from './hex.ts';
import { logRecordThinking } from './log-record-thinking.ts';
import { payloadOf, payloadOfLog } from './payload.ts';
import { bounded, preview } from './text.ts';
import { durationNanos, isoMicros } from './times.ts';

/** The project that the rows belong to. */
export interface ProjectContext {
  projectId: string;
  /** The project's own prices, which win over the price list; absent or null: it has none. */
  prices?: readonly ProjectPrice[] | null;
  /**
   * The price that the span was stored with, when it is reprocessed: it stays in force for the same model, even if the
   * lists have changed.
   */
  price?: PriceRecord | null;
  /**
   * The part of input and output that lists may show; undefined: all of it. If the function returns undefined, nothing.
   */
  listedText?: ((text: string) => string | undefined) | undefined;
}

export function toStorable(
  { projectId, prices, price: stored, listedText }: ProjectContext,
  sent: NormalisedSpan,
): StorableSpan {
  const normalised = withListedText(withOutputKnown(sent), listedText);
  const { span, generation, log } = normalised;
  const figures = generation ?? normalised.run;
  const price = figures ? priceOf(normalised, figures, { own: prices ?? [], stored }) : null;
  const cost = costByUnits(normalised) ?? (figures?.usage ? costOf(figures.usage, price) : null);
  const thinking = logRecordThinking(normalised);
  const logRecordCost = nanoDollars(log?.bill?.usd);
  return {
    projectId,
    traceId: hex(span.traceId),
    ...(log?.attachedTo && { attachedTo: hex(log.attachedTo) }),
    ...(thinking && { logRecordThinking: thinking }),
    ...(logRecordCost !== null && { logRecordCost }),
    span: log?.attachedTo ? withoutFigures(normalised) : spanRecord(normalised, cost),
    calls: callRecords(normalised, cost?.reasoning ?? null),
    trace: traceFacts(normalised),
    price: cost?.source === 'computed' ? price : null,
    body: log ? payloadOfLog(log.record) : payloadOf(span),
  };
}

/** What comes out of these tasks is not tokens, so their senders report none. */
const WITHOUT_OUTPUT: ReadonlySet<SpanKind> = new Set(['embedding', 'moderation', 'rerank']);

function withOutputKnown(normalised: NormalisedSpan): NormalisedSpan {
  const { kind, generation } = normalised;
  const { usage } = generation ?? {};
  if (!WITHOUT_OUTPUT.has(kind) || usage?.input === undefined || usage.output !== undefined) return normalised;
  return { ...normalised, generation: { ...generation!, usage: { ...usage, output: 0 } } };
}

/** Applied to the whole text: its beginning would not show its length, or whether it equals another. */
function withListedText(normalised: NormalisedSpan, listedText: ProjectContext['listedText']): NormalisedSpan {
  if (listedText === undefined) return normalised;
  const { generation, log } = normalised;
  const held = (text: string | undefined) => (text === undefined ? undefined : listedText(text));
  return {
    ...normalised,
    ...(generation && {
      generation: { ...generation, asked: held(generation.asked), answered: held(generation.answered) },
    }),
    ...(log && { log: { ...log, asked: held(log.asked) } }),
    asked: held(normalised.asked),
  };
}

/** A log record repeats token counts that are counted with its span, and has texts that its span may lack. */
function withoutFigures(normalised: NormalisedSpan): SpanRecord {
  const { generation, execution: _execution, run: _run, ...others } = normalised;
  const { bill } = normalised.log ?? {};
  return {
    ...spanRecord(others, null),
    responseId: bounded(generation?.responseId ?? bill?.responseId),
    inputPreview: preview(generation?.asked),
    outputPreview: preview(generation?.answered),
  };
}

type Figures = Generation | RunFigures;

interface PriceSources {
  own: readonly ProjectPrice[];
  stored: ProjectContext['price'];
}

function priceOf({ span, kind, run }: NormalisedSpan, figures: Figures, { own, stored }: PriceSources) {
  const { provider, requestModel, responseModel, usage } = figures;
  const at = new Date(Number(span.startTimeUnixNano / 1_000_000n));
  // The inputs of all calls of a run together do not show how long each prompt was.
  const inputTokens = run ? 0 : (usage?.input ?? 0);
  const media = usage && isTask(kind) ? mediaTokens(kind, usage) : undefined;
  const hasNoOutput = WITHOUT_OUTPUT.has(kind);
  const models = [responseModel, requestModel].filter((model) => model !== undefined);
  const priced = (price: PriceRecord) => (usage?.tier === 'batch' ? atBatchRates(price) : price);
  // Checked before today's lists: the stored price may know the model when the older lists did not. Not all of them had
  // a rate for 1-hour cache writes.
  if (stored && haveRatesFor(usage ?? {}, stored) && models.some((model) => isPriceFor(stored, { provider, model })))
    return stored;
  // The response names the model more exactly than the request.
  for (const model of models) {
    const asked = { provider, model, at, inputTokens, hasNoOutput, media };
    const listed = !media && hasOtherMedia(usage) ? null : findPrice(asked);
    const price = ownPrice(own, { provider, model, at }) ?? listed;
    if (price) return priced(price);
  }
  return null;
}

/** For a call that may think only the rates of text are known, so audio or images would get a wrong cost. */
function hasOtherMedia({ audioInput, imageInput, audioOutput, imageOutput }: Usage = {}): boolean {
  return [audioInput, imageInput, audioOutput, imageOutput].some((tokens) => tokens !== undefined && tokens > 0);
}

const STATUS = ['unset', 'ok', 'error'] as const;

function spanStatus({ span, failure, execution }: NormalisedSpan): (typeof STATUS)[number] {
  if (execution?.status === 'no_result') return 'unset';
  return failure === undefined ? (STATUS[span.statusCode] ?? 'unset') : 'error';
}

function spanRecord(normalised: NormalisedSpan, cost: Cost | null): SpanRecord {
  const { span, context, generation, run, execution } = normalised;
  return {
    spanId: hex(span.spanId),
    parentSpanId: isRoot(span.parentSpanId) ? null : hex(span.parentSpanId),
    kind: normalised.kind,
    name: bounded(normalised.name ?? span.name) ?? 'unnamed span',
    startedAt: isoMicros(span.startTimeUnixNano),
    durationNs: durationNanos(span.startTimeUnixNano, span.endTimeUnixNano),
    snapshot: snapshotOf(normalised),
    status: spanStatus(normalised),
    statusMessage: bounded(span.statusMessage) ?? bounded(normalised.failure),
    service: bounded(context.service),
    scope: bounded(span.scope.name),
    convention: normalised.convention,
    agentName: bounded(context.agentName),
    callId: bounded(execution?.id),
    toolName: bounded(execution?.name),
    ...answerFields(generation),
    ...figureFields(generation ?? run),
    ...thinkingFields(cost, generation ?? run),
    inputPreview: preview(generation?.asked),
    outputPreview: preview(generation?.answered),
    droppedAttributes: Math.min(span.droppedAttributesCount, MAX_INTEGER),
  };
}

/** A span that has ended has no later version. An invalid snapshot number is ignored, and the span is still stored. */
function snapshotOf({ span, log }: NormalisedSpan): number | null {
  if (span.endTimeUnixNano !== 0n || log) return null;
  const sequence = span.attributes.get(SUBTEXT.snapshot);
  const isNumber =
    typeof sequence === 'number' && Number.isInteger(sequence) && sequence > 0 && sequence <= MAX_INTEGER;
  return isNumber ? sequence : null;
}

const isRoot = (parentSpanId: Uint8Array): boolean => !isId(parentSpanId);

function answerFields(generation: Generation | undefined) {
  return {
    responseId: bounded(generation?.responseId),
    finishReason: bounded(generation?.finishReason),
    streaming: generation?.streaming ?? null,
    ttftMs: integer(generation?.timeToFirstChunk, MAX_INTEGER),
    incomplete: generation?.incomplete ?? false,
    thinkingState: generation?.response.state ?? null,
  };
}

function figureFields(figures: Figures | undefined) {
  const { usage } = figures ?? {};
  return {
    provider: bounded(figures?.provider),
    requestModel: bounded(figures?.requestModel),
    responseModel: bounded(figures?.responseModel),
    // Google writes `HIGH`, which is one effort with `high` in every filter and sum.
    reasoningEffort: bounded(figures?.reasoningEffort?.toLowerCase()),
    inputTokens: integer(usage?.input),
    cacheReadTokens: integer(usage?.cacheRead),
    cacheWriteTokens: integer(usage?.cacheWrite),
    cacheWriteHourTokens: integer(usage && countedHour(usage)),
    outputTokens: integer(usage?.output),
    outputSource: usage?.outputSource ?? null,
    reasoningTokens: integer(usage?.reasoning),
    reasoningSource: usage?.reasoning === undefined ? null : (usage.reasoningSource ?? 'reported'),
  };
}

/** Maximum of the int4 columns, which do not hold tokens. */
const MAX_INTEGER = 2 ** 31 - 1;
/** A count as the column holds it; an invalid one, or one too large for the column, is unknown. */
function integer(value: number | undefined, most = Number.MAX_SAFE_INTEGER): number | null {
  if (value === undefined || !Number.isFinite(value) || value < 0 || value > most) return null;
  return Math.round(value);
}

/** A run does not report whether its thinking had a text: its calls may show it. */
function thinkingFields(cost: Cost | null, figures: Figures | undefined) {
  const { reasoning, output } = figures?.usage ?? {};
  const tokens = reasoning === undefined ? null : integer(countedThinking(reasoning, output));
  const split =
    figures && 'response' in figures && tokens !== null ? splitReasoningByReadability(figures.response, tokens) : null;
  return {
    readableTokens: split?.readable ?? null,
    summaryTokens: split?.summary ?? null,
    noTextTokens: split?.noText ?? null,
    ...costFields(cost, split),
  };
}

const MAX_TAGS = 32;
const MAX_METADATA = 64;

/** The input of a call that does not think is mostly not the user's: a piece of a document, or a part of an answer. */
const ofTrace = (kind: SpanKind, { parentSpanId }: Span): boolean => !isTask(kind) || isRoot(parentSpanId);

function traceFacts({ span, kind, name, context, generation, log, asked }: NormalisedSpan): TraceFacts {
  const ended = span.endTimeUnixNano > span.startTimeUnixNano ? span.endTimeUnixNano : span.startTimeUnixNano;
  const metadata = [...context.metadata].slice(0, MAX_METADATA);
  return {
    endedAt: isoMicros(ended),
    name: isRoot(span.parentSpanId) ? bounded(context.traceName ?? context.agentName ?? name ?? span.name) : null,
    asked: preview(ofTrace(kind, span) ? (generation?.asked ?? log?.asked ?? asked) : undefined),
    sessionId: bounded(context.sessionId),
    userId: bounded(context.userId),
    environment: bounded(context.environment),
    release: bounded(context.release),
    service: bounded(context.service),
    tags: context.tags.slice(0, MAX_TAGS).map((tag) => bounded(tag) ?? ''),
    metadata: Object.fromEntries(metadata.map(([key, value]) => [bounded(key) ?? '', bounded(value) ?? ''])),
  };
}
