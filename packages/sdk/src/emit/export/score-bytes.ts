/**
 * A score as the evaluation event of the GenAI conventions: an OTLP log record in JSON, which needs no span and so can
 * be sent long after its trace. Waits in a queue like a span (span-queue.ts).
 */
import { TraceFlags, type Attributes, type HrTime, type SpanContext } from '@opentelemetry/api';
import { EVALUATION_RESULT } from '@subtext/reasoning';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import type { Receiver, Written } from '../queue/span-queue.ts';
import { SCOPE } from './provider.ts';

export interface ScoreRecord {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits; undefined: the whole trace. */
  spanId: string | undefined;
  time: HrTime;
  attributes: Attributes;
}

export const JSON_HEADERS = { 'content-type': 'application/json' };

/** What the queue uses of a span. */
export function queuedScore(score: ScoreRecord): ReadableSpan {
  const context: SpanContext = { traceId: score.traceId, spanId: score.spanId ?? '', traceFlags: TraceFlags.SAMPLED };
  const queued: Written & Pick<ReadableSpan, 'spanContext'> = {
    spanContext: () => context,
    written: new TextEncoder().encode(JSON.stringify(logRecord(score))),
  };
  return queued as unknown as ReadableSpan;
}

/** An `ExportLogsServiceRequest` with these scores. */
export const scoreRequest: Receiver['serialize'] = (scores) => {
  const decoder = new TextDecoder();
  const logRecords = scores.map(({ written }) => decoder.decode(written)).join(',');
  return new TextEncoder().encode(
    `{"resourceLogs":[{"scopeLogs":[{"scope":{"name":${JSON.stringify(SCOPE)}},"logRecords":[${logRecords}]}]}]}`,
  );
};

function logRecord({ traceId, spanId, time: [seconds, nanos], attributes }: ScoreRecord): object {
  return {
    ...{ traceId, spanId },
    timeUnixNano: String(BigInt(seconds) * 1_000_000_000n + BigInt(nanos)),
    eventName: EVALUATION_RESULT,
    attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) })),
  };
}

function anyValue(value: Attributes[string]): object {
  if (typeof value === 'number') return { doubleValue: value };
  return typeof value === 'boolean' ? { boolValue: value } : { stringValue: String(value) };
}
