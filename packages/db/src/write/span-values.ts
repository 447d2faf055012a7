/** The values of the columns of `spans` that are not fields of its record, as they are stored. */
import type { CallRecord, SettledSpan } from '@subtext/trace';
import { textsOfRow } from '../rows/packed-results.ts';
import { CALL_COLUMNS } from './write-statements.ts';

export function settledValues(row: SettledSpan) {
  const { duplicateOf, describedIn, inputAt, usageSource } = row;
  return { duplicateOf, describedIn, inputAt, usageSource, logRecord: recordJson(row), ownCalls: ownCallsJson(row) };
}

/** JSON text: LogRecordThinking, or `cost` in nano-dollars. No record has both. */
function recordJson({ logRecordThinking, logRecordCost, calls, ownCalls }: SettledSpan): string | null {
  if (logRecordCost !== undefined) return JSON.stringify({ cost: logRecordCost });
  if (!logRecordThinking) return null;
  const describes = (ownCalls ?? calls).some(({ describedBy }) => describedBy === 'generation');
  return describes ? JSON.stringify(logRecordThinking) : null;
}

/** JSON text: the calls with their texts. Packed results stay with the payload. */
function ownCallsJson({ ownCalls }: SettledSpan): string | null {
  return ownCalls && JSON.stringify(ownCalls.map(callValues));
}

const NAMES = Object.keys(CALL_COLUMNS) as (keyof typeof CALL_COLUMNS)[];

/** Always in the order of the columns, so that equal calls are equal text. */
function callValues(call: CallRecord): object {
  const texts = textsOfRow(call);
  const { thoughts = null, preamble = null, arguments: given = null, result = null } = texts ?? {};
  return {
    ...Object.fromEntries(NAMES.map((name) => [name, call[name]])),
    texts: texts && { thoughts, preamble, arguments: given, result },
  };
}
