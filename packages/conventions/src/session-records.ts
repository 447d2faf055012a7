/**
 * Sessions that a sender reports in log records, with or without traces (otel-genai §5.8, §5.9): which records are
 * model calls and tools, and how they belong together. Each sender's file says it for its own; the token counts are
 * read as those of its spans.
 */
import type { DecodedSpan } from './facts.ts';
import { firstText } from './shared/texts.ts';
import { isRedacted } from './shared/values.ts';

export interface SessionRecords {
  /** Prefix of its events. */
  prefix: string;
  /** Attribute with the id of the conversation. */
  sessionId: string;
  title: string;
  /**
   * Attribute with the id of the turn, where records name theirs: records without a turn belong to the conversation
   * around it.
   */
  turnId?: string;
  read(record: SessionRecord): RecordFacts;
}

export type SessionRecord = Pick<DecodedSpan, 'name' | 'attributes'>;

/** A missing field says nothing. */
export interface RecordFacts {
  /** Written when a model call or a tool has ended, `duration_ms` after it began. */
  isEnd?: true;
  /** The message of the failure that ended it; empty when it has none. */
  failure?: string;
  /** The sender's id of the model call that the record is. */
  callId?: string | undefined;
  /** The text that a model call answered with. The call has a record of its own. */
  answer?: { callId: string; text: string };
  /** The user's input. */
  asked?: string | undefined;
}

/** The text of an attribute; undefined where the sender was configured to hide it. */
export function recordText({ attributes }: SessionRecord, name: string): string | undefined {
  const text = firstText([attributes], [name]);
  return text === undefined || isRedacted(text) ? undefined : text;
}

export const failedRecord = (record: SessionRecord, attribute: string): RecordFacts => ({
  isEnd: true,
  failure: recordText(record, attribute) ?? '',
});
