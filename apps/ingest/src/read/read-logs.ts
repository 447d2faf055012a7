/**
 * `/v1/logs`: bytes → rows of the spans that the records belong to. Records that belong to none are counted, and the
 * count is reported to the sender.
 */
import type { StorableSpan } from '@subtext/trace';
import { unreadableReason, type QuarantineReason } from '../quarantine/quarantine-reason.ts';
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
import { normaliseLog } from '../normalise/log-records.ts';
import { reasonOfUnread, reasonToReject } from '../otlp/check-span.ts';
import { decodeJsonLogs } from '../otlp/decode-json-logs.ts';
import { decodeProtobufLogs } from '../otlp/decode-protobuf-logs.ts';
import { reportedTime, type LogRecord } from '../otlp/wire.ts';
import { hintFor, otherThan } from '../otlp/wrong-signal.ts';
import { applyPolicyToLog, keptQuoteUnder, listedTextUnder } from '../policy/index.ts';
import { payloadOfLog } from '../rows/payload.ts';
import { toStorable, type ProjectContext } from '../rows/index.ts';
import { scoresOfLog, type ScoreContext } from '../rows/score-records.ts';
import { scales } from '../rows/weight.ts';
import { turns } from '../turns.ts';

/** Rejects with an IngestError when the body is no such request, or becomes too much to hold. */
export async function readLogs(request: ExportRequest): Promise<Reading> {
  const { type, body, policy } = request;
  const records = decoded(request, type === 'application/json' ? decodeJsonLogs : decodeProtobufLogs);
  const complaint = records.length === 0 ? otherThan('logs', type, body) : undefined;
  if (complaint !== undefined) throw unreadable(complaint);
  const reading = {
    items: records.length,
    storable: [] as StorableSpan[],
    ...noneEvaluated(),
    refused: [] as RefusedItem[],
    dropped: 0,
  };
  const home = { ...request, listedText: listedTextUnder(policy), keptQuote: keptQuoteUnder(policy) };
  const prepare = preparingLogs(home, reading);
  const weigh = scales();
  const turn = turns();
  const now = BigInt(Date.now()) * NANOS_PER_MILLISECOND;
  for (const record of records) {
    const scored = reading.scores.length;
    const outcome = await applyPolicyToLog(policy, withTime(record, now), prepare);
    // A score is all that is kept of its record: as a row it would make a trace of its own before the trace arrives, and
    // a later one as long as it took until it was judged.
    const isScore = reading.scores.length > scored;
    if (outcome === undefined) reading.dropped += 1;
    else if ('reason' in outcome) reading.refused.push(outcome);
    else if (!isScore) reading.storable.push(outcome);
    if (outcome !== undefined) weigh(outcome);
    await turn();
  }
  return { ...reading, hint: records.length === 0 ? hintFor('logs', type, body) : undefined };
}

const NANOS_PER_MILLISECOND = 1_000_000n;

/** A record that reports no time has the time of its arrival. */
const withTime = (record: LogRecord, now: bigint): LogRecord =>
  reportedTime(record) > 0n ? record : { ...record, arrivedUnixNano: now };

/** Adds the evaluations among the records that can be stored. */
export const preparingLogs =
  (home: ProjectContext & ScoreContext, evaluated: Evaluated) =>
  (record: LogRecord): StorableSpan | RefusedItem | undefined => {
    const prepared = prepareLog(home, record);
    if (prepared && !('reason' in prepared)) addScores(evaluated, scoresOfLog(home, record));
    return prepared;
  };

/** undefined when the record belongs to no trace. */
export function prepareLog(home: ProjectContext, record: LogRecord): StorableSpan | RefusedItem | undefined {
  const refuse = (reason: QuarantineReason) =>
    quarantinedItem(home.projectId, { signal: 'logs', body: payloadOfLog(record) }, reason);
  const unread = reasonOfUnread(record.unreadIds);
  if (unread !== undefined) return refuse(unread);
  try {
    const normalised = normaliseLog(record, home.projectId);
    if (normalised === undefined) return undefined;
    const reason = reasonToReject(normalised.span);
    return reason === undefined ? toStorable(home, normalised) : refuse(reason);
  } catch (error) {
    return refuse(unreadableReason(error));
  }
}
