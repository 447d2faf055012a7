/**
 * `score()`: says how good a trace, a step or a thought was. Sent by the SDK's own exporter (emit/export/score-bytes.ts);
 * in an application whose own provider sends the spans, it becomes an event of the active span.
 */
import {
  isSpanContextValid,
  trace,
  TraceFlags,
  type Attributes,
  type Span,
  type SpanContext,
} from '@opentelemetry/api';
import { EVALUATION, EVALUATION_RESULT } from '@subtext/reasoning';
import type { ScoreRecord } from '../emit/export/score-bytes.ts';
import { defined } from '../emit/spans/span-parts.ts';
import { currentTracer, loadTracer, recordScore } from '../emit/tracing.ts';
import { earlyParent } from '../exchange/context.ts';
import { recorder } from '../conversation/recorder.ts';
import { hrTime, now } from '../platform/clock.ts';
import { environment } from '../platform/node.ts';
import { activeContext } from '../platform/otel-context.ts';
import { guarded, report } from '../platform/report.ts';
import { cutWhole, FIELDS, redactorFor } from '../privacy/content.ts';
import { armExit } from './lifecycle.ts';
import { processSettings } from './process-settings.ts';

/** What is scored, and why. */
export interface ScoreOptions {
  /** A note for the reader, at most 10,000 characters; follows the strictest level of `capture`, and the mask. */
  comment?: string;
  /** The trace, 32 hexadecimal digits; default: the active one. */
  traceId?: string;
  /** The span of a model call or tool call, 16 hexadecimal digits; default with `target`: the active one. */
  spanId?: string;
  /** What is scored: the whole trace, the step of the span, or its thought. Default: `step` with a `spanId`, else `trace`. */
  target?: 'trace' | 'step' | 'thought';
  /** Names the score. Without it a newer score of the same name on the same target replaces an older one. */
  id?: string;
}

/** Ingest marks what it cuts, so a little more than it stores is sent. */
const MAX_COMMENT = 20_000;
const HEX = { traceId: /^[\da-f]{32}$/, spanId: /^[\da-f]{16}$/ };
const TARGETS: readonly unknown[] = ['trace', 'step', 'thought'];

/**
 * Gives a score: a number, a category (text), or thumbs (`true` is up). Inside `trace()` it is of that trace, and with
 * `target: 'step'` inside `tool()` of that step; later, of the trace and span whose ids you pass. Returns at once and
 * never throws; a score that cannot be sent is reported once on the console.
 */
export function score(name: string, value: number | boolean | string, options: ScoreOptions = {}): void {
  guarded('record a score', () => {
    const read = readScore(name, value, options ?? {});
    if (typeof read === 'string') return report(`score: ${read}`, () => `score() was not recorded: ${read}`);
    armExit();
    const scored: Scored = {
      ...read,
      active: trace.getSpan(activeContext()),
      early: earlyParent(),
      time: hrTime(now()),
    };
    // Ended spans take no events, so one of the application's provider gets its event now.
    if (currentTracer()) return send(scored);
    recorder.later(() => (currentTracer() ? send(scored) : void loadTracer().then(() => send(scored))));
  });
}

type ReadScore = Required<Pick<ScoreOptions, 'target'>> &
  Pick<ScoreOptions, 'traceId' | 'spanId'> & { attributes: Attributes };

interface Scored extends ReadScore {
  time: ScoreRecord['time'];
  active: Span | undefined;
  early: ReturnType<typeof earlyParent>;
}

/** The score, or why it is none. */
function readScore(name: unknown, value: unknown, options: ScoreOptions): ReadScore | string {
  const { traceId, spanId } = options;
  const target = options.target ?? (spanId === undefined ? 'trace' : 'step');
  if (typeof name !== 'string' || name.trim() === '') return 'it needs a name.';
  if (!isValue(value)) return 'its value must be a finite number, a boolean or a text.';
  if (!TARGETS.includes(target)) return 'its target must be "trace", "step" or "thought".';
  if (traceId !== undefined && !HEX.traceId.test(traceId)) return 'its traceId must be 32 hexadecimal digits.';
  if (spanId !== undefined && !HEX.spanId.test(spanId)) return 'its spanId must be 16 hexadecimal digits.';
  if (traceId !== undefined && spanId === undefined && target !== 'trace') return `a ${target} needs its spanId.`;
  const attributes = scoreAttributes({ name, value }, options);
  if (!attributes) return 'the mask withheld its name or its category.';
  return { traceId, spanId, target, attributes: { ...attributes, [EVALUATION.target]: target } };
}

type Value = number | boolean | string;

const isValue = (value: unknown): value is Value =>
  typeof value === 'string' ? value.trim() !== '' : typeof value === 'boolean' || Number.isFinite(value);

/** undefined: its name or category is withheld. */
function scoreAttributes(
  { name, value }: { name: string; value: Value },
  { comment, id }: ScoreOptions,
): Attributes | undefined {
  const redactor = redactorFor(processSettings());
  const redactedName = redactor.text(name, FIELDS.score);
  const category = typeof value === 'string' ? redactor.text(value, FIELDS.score) : undefined;
  if (redactedName === undefined || (typeof value === 'string' && category === undefined)) return undefined;
  const kept = typeof comment === 'string' ? redactor.text(cutWhole(comment, MAX_COMMENT), FIELDS.comment) : undefined;
  return defined({
    [EVALUATION.name]: redactedName,
    // Thumbs are a number as well, for other backends.
    [EVALUATION.value]: typeof value === 'string' ? undefined : Number(value),
    [EVALUATION.thumbs]: typeof value === 'boolean' ? value : undefined,
    [EVALUATION.label]: category,
    [EVALUATION.explanation]: kept === '' ? undefined : kept,
    [EVALUATION.id]: typeof id === 'string' && id !== '' ? redactor.id(id) : undefined,
  });
}

function send({ attributes, target, time, active, early, ...ids }: Scored): void {
  guarded('record a score', () => {
    if (environment().OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true') return;
    const context = active?.spanContext() ?? early?.span;
    const scored = scoredSpan(ids, context);
    if (!scored) return report('score outside a trace', () => OUTSIDE);
    const isActive = ids.traceId === undefined && ids.spanId === undefined;
    // The trace is not recorded either.
    if (isActive && context && (context.traceFlags & TraceFlags.SAMPLED) === 0) return;
    const spanId = target === 'trace' ? undefined : scored.spanId;
    if (recordScore({ traceId: scored.traceId, spanId, time, attributes })) return;
    if (isActive && active?.isRecording()) active.addEvent(EVALUATION_RESULT, attributes, time);
    else report('score without exporter', () => NO_EXPORTER);
  });
}

/** The ids that were passed, completed by those of the active span. */
function scoredSpan(
  { traceId, spanId }: Pick<ScoreOptions, 'traceId' | 'spanId'>,
  active: SpanContext | undefined,
): (Pick<SpanContext, 'traceId'> & { spanId?: string }) | undefined {
  if (traceId !== undefined) return { traceId, ...(spanId !== undefined && { spanId }) };
  if (!active || !isSpanContextValid(active)) return undefined;
  return { traceId: active.traceId, spanId: spanId ?? active.spanId };
}

const OUTSIDE = 'score() was called outside trace() and without a traceId, so it is not known what is scored.';
const NO_EXPORTER =
  "A score could not be sent, because the SDK's exporter does not send the spans of this application: set SUBTEXT_API_KEY, or call score() inside a span that is recorded.";
