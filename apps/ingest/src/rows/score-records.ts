/**
 * Evaluation events → scores: bounded and storable. An event of a span stays with its span, too; a log record becomes
 * the score alone (read-logs.ts).
 */
import { SCORE_TARGETS, type NewScore, type ScoreTarget } from '@subtext/db';
import { firstText } from '@subtext/conventions';
import { EVALUATION, EVALUATION_RESULT, GEN_AI, SDK_SCOPE } from '@subtext/reasoning';
import { cutTo } from '@subtext/privacy';
import { createHash } from 'node:crypto';
import { isStorableTime } from '../otlp/check-span.ts';
import { isId, reportedTime, type Attributes, type AttributeValue, type LogRecord, type Span } from '../otlp/wire.ts';
import { hex } from './hex.ts';
import { bounded, storable } from './text.ts';
import { isoMicros } from './times.ts';

/** The project that the scores belong to. */
export interface ScoreContext {
  projectId: string;
  /** The key that they were sent with. */
  keyId?: string | undefined;
  /** What the project keeps of an explanation, which may quote any text; undefined: all of it. */
  keptQuote?: ((text: string) => string | undefined) | undefined;
}

/** Why an event is not a score. The event itself is stored. */
export type ScoreProblem = string;

/** Evaluators explain in a few sentences. */
const COMMENT_CHARACTERS = 10_000;

/** The scores among the events of a storable span; most spans have no events. */
export function scoresOfSpan(context: ScoreContext, span: Span): (NewScore | ScoreProblem)[] {
  if (span.events.length === 0) return [];
  return span.events.flatMap(({ name, timeUnixNano, attributes }) => {
    if (name !== EVALUATION_RESULT) return [];
    const time = isStorableTime(timeUnixNano) ? timeUnixNano : span.startTimeUnixNano;
    // An evaluation of the root is one of the whole run.
    const target = isId(span.parentSpanId) ? 'step' : 'trace';
    return scoreOf(context, { ...span, attributes, time, target }) ?? [];
  });
}

/** The score of a log record. The record is storable, so its time needs no check. */
export function scoresOfLog(context: ScoreContext, record: LogRecord): (NewScore | ScoreProblem)[] {
  const { eventName, attributes, spanId, arrivedUnixNano } = record;
  if (eventName !== EVALUATION_RESULT && attributes.get('event.name') !== EVALUATION_RESULT) return [];
  const time = reportedTime(record) || arrivedUnixNano;
  return [scoreOf(context, { ...record, time, target: isId(spanId) ? 'step' : 'trace' }) ?? []].flat();
}

interface Evaluation extends Pick<Span, 'traceId' | 'spanId' | 'scope' | 'attributes'> {
  time: bigint;
  /** Unless it names another one. */
  target: ScoreTarget;
}

/** undefined when the evaluation came to no result, or its trace id is missing. */
function scoreOf(context: ScoreContext, evaluation: Evaluation): NewScore | ScoreProblem | undefined {
  const { attributes, traceId, spanId, scope, time } = evaluation;
  const value = valueOf(attributes);
  if (value === undefined || !isId(traceId)) return undefined;
  if (typeof value === 'string') return value;
  const name = bounded(firstText([attributes], [EVALUATION.name]));
  if (name === null) return `score without ${EVALUATION.name}`;
  const target = targetOf(attributes.get(EVALUATION.target)) ?? evaluation.target;
  const source = scope.name === SDK_SCOPE ? 'sdk' : 'otlp';
  const id = firstText([attributes], [EVALUATION.id]);
  const responseId = firstText([attributes], [GEN_AI.responseId]) ?? '';
  // A step and its thought have the same span, and each may have a score of the same name.
  const ofThought = target === 'thought' ? [target] : [];
  const key = id === undefined ? [hex(traceId), hex(spanId), responseId, scope.name, name, ...ofThought] : [id];
  return {
    projectId: context.projectId,
    traceId: hex(traceId),
    spanId: target === 'trace' ? null : hex(spanId),
    ...{ target, source, name, ...value },
    comment: commentOf(context, attributes),
    authorId: null,
    keyId: context.keyId ?? null,
    idempotencyKey: `${source}:${createHash('sha256').update(JSON.stringify(key)).digest('hex')}`,
    at: isoMicros(time),
  };
}

const targetOf = (value: AttributeValue | undefined): ScoreTarget | undefined =>
  SCORE_TARGETS.find((target) => target === value);

/** undefined = no value. */
function valueOf(attributes: Attributes): Pick<NewScore, 'number' | 'label' | 'thumbs'> | ScoreProblem | undefined {
  const thumbs = attributes.get(EVALUATION.thumbs);
  if (typeof thumbs === 'boolean') return { number: null, label: null, thumbs };
  const sent = attributes.get(EVALUATION.value);
  const number = sent === undefined || sent === null ? null : numberOf(sent);
  if (number !== null && !Number.isFinite(number)) return 'score whose value is not a finite number';
  const label = bounded(firstText([attributes], [EVALUATION.label]));
  return number === null && label === null ? undefined : { number, label, thumbs: null };
}

/** Some senders write numbers as text. NaN when it is none. */
function numberOf(value: AttributeValue): number {
  if (typeof value === 'string') return value.trim() === '' ? NaN : Number(value);
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : NaN;
}

function commentOf({ keptQuote }: ScoreContext, attributes: Attributes): string | null {
  const text = firstText([attributes], [EVALUATION.explanation]);
  const kept = text === undefined || keptQuote === undefined ? text : keptQuote(text);
  return kept === undefined ? null : storable(cutTo(kept, COMMENT_CHARACTERS));
}
