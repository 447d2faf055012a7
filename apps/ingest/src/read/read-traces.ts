/** `/v1/traces`: bytes → storable spans, and the others with the reason. */
import type { StorableSpan } from '@subtext/trace';
import { unreadableReason } from '../quarantine/quarantine-reason.ts';
import {
  addScores,
  decoded,
  noneEvaluated,
  quarantinedItem,
  unreadable,
  type Evaluated,
  type ExportRequest,
  type Reading,
  type RefusedItem,
} from './reading.ts';
import { normalise } from '../normalise/index.ts';
import { reasonToReject } from '../otlp/check-span.ts';
import { decodeJson } from '../otlp/decode-json.ts';
import { decodeProtobuf } from '../otlp/decode-protobuf.ts';
import type { Span } from '../otlp/wire.ts';
import { complaintAbout, hintFor } from '../otlp/wrong-signal.ts';
import { applyPolicyToSpan, keptQuoteUnder, listedTextUnder } from '../policy/index.ts';
import { payloadOf } from '../rows/payload.ts';
import { toStorable, type ProjectContext } from '../rows/index.ts';
import { scoresOfSpan, type ScoreContext } from '../rows/score-records.ts';
import { scales } from '../rows/weight.ts';
import { LONG_TURN, turns } from '../turns.ts';

/** Rejects with an IngestError when the body is no such request, or becomes too much to hold. */
export async function readTraces(request: ExportRequest): Promise<Reading> {
  const { type, body, policy } = request;
  const spans = decoded(request, type === 'application/json' ? decodeJson : decodeProtobuf);
  const complaint = complaintAbout(spans, type, body);
  if (complaint !== undefined) throw unreadable(complaint);
  const storable: StorableSpan[] = [];
  const refused: RefusedItem[] = [];
  const evaluated = noneEvaluated();
  const home = { ...request, listedText: listedTextUnder(policy), keptQuote: keptQuoteUnder(policy) };
  const prepare = preparingSpans(home, evaluated);
  const weigh = scales();
  const turn = turns(policy === undefined ? LONG_TURN : undefined);
  for (const span of spans) {
    const made = applyPolicyToSpan(policy, span, prepare);
    // Awaiting a value that is already there costs an eighth of reading the span.
    const outcome = made instanceof Promise ? await made : made;
    if ('reason' in outcome) refused.push(outcome);
    else storable.push(outcome);
    weigh(outcome);
    const others = turn();
    if (others) await others;
  }
  const hint = spans.length === 0 ? hintFor('traces', type, body) : lossOf(spans);
  return { items: spans.length, storable, ...evaluated, refused, dropped: 0, hint };
}

/** Exporters show only this message; nothing else reports that an SDK dropped what exceeded its limits. */
function lossOf(spans: readonly Span[]): string | undefined {
  const cut = spans.filter((span) => span.droppedAttributesCount > 0 || span.droppedEventsCount > 0);
  if (cut.length === 0) return undefined;
  const sum = (count: 'droppedAttributesCount' | 'droppedEventsCount') =>
    cut.reduce((total, span) => total + span[count], 0);
  const what = `${sum('droppedAttributesCount')} attributes and ${sum('droppedEventsCount')} events`;
  return `The limits of the sender cut ${what} of ${cut.length} ${cut.length === 1 ? 'span' : 'spans'} (${LIMITS}).`;
}

const LIMITS = 'OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT, OTEL_SPAN_EVENT_COUNT_LIMIT';

/** Adds the evaluations among the events of each span that can be stored. */
export const preparingSpans =
  (home: ProjectContext & ScoreContext, evaluated: Evaluated) =>
  (span: Span): StorableSpan | RefusedItem => {
    const prepared = prepareSpan(home, span);
    if (!('reason' in prepared)) addScores(evaluated, scoresOfSpan(home, span));
    return prepared;
  };

/** A span on which a reader throws must not make the others of its request fail. */
export function prepareSpan(home: ProjectContext, span: Span): StorableSpan | RefusedItem {
  const reason = reasonToReject(span);
  if (reason !== undefined) return quarantinedItem(home.projectId, { signal: 'traces', body: payloadOf(span) }, reason);
  try {
    return toStorable(home, normalise(span));
  } catch (error) {
    return quarantinedItem(home.projectId, { signal: 'traces', body: payloadOf(span) }, unreadableReason(error));
  }
}
