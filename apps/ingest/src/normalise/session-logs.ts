/**
 * A log record of a session as the span it stands for. What a record says is read by its sender's convention; here it
 * gets the times, the status and the ids of a span.
 */
import { attributeCount } from '@subtext/reasoning';
import { recordText, type RecordFacts, type SessionRecords } from '@subtext/conventions';
import { toJsonValue } from '../otlp/json-value.ts';
import type { Span } from '../otlp/wire.ts';

interface Placed {
  span: Span;
  /** The span of the session that the record describes. */
  attachedTo?: Uint8Array;
  asked?: string | undefined;
}

/** `idOf`: makes a span id from a text, the same for all records of the trace. */
export function placeRecord(span: Span, sender: SessionRecords, idOf: (text: string) => Uint8Array): Placed {
  const { isEnd, failure, callId, answer, asked } = sender.read(span);
  if (answer) {
    const fields = new Map([['content', answer.text]]);
    const events = [{ timeUnixNano: span.startTimeUnixNano, name: 'gen_ai.choice', attributes: fields }];
    return { span: { ...span, events }, attachedTo: idOf(answer.callId) };
  }
  const call = callId === undefined ? span : { ...span, spanId: idOf(callId) };
  return { span: isEnd ? ended(call, failure) : call, asked };
}

const LONGEST_MS = 86_400_000;

/**
 * Reported at its end: it began `duration_ms` earlier, and failed if it says so. Without a duration, the length is
 * unknown.
 */
function ended(span: Span, failure: RecordFacts['failure']): Span {
  const milliseconds = attributeCount(toJsonValue(span.attributes.get('duration_ms')));
  const isFailure = String(span.attributes.get('success')) === 'false';
  const message = failure ?? (isFailure ? (recordText(span, 'error') ?? '') : undefined);
  return {
    ...span,
    ...(milliseconds === undefined ? { endTimeUnixNano: 0n, statusCode: 1 } : begun(span, milliseconds)),
    ...(message !== undefined && { statusCode: 2, statusMessage: message }),
  };
}

function begun({ endTimeUnixNano: end }: Span, milliseconds: number): Pick<Span, 'startTimeUnixNano'> {
  const nanos = BigInt(Math.round(Math.min(milliseconds, LONGEST_MS))) * 1_000_000n;
  return { startTimeUnixNano: end > nanos ? end - nanos : end };
}
