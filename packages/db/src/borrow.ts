/**
 * What a span row takes over from the log records that describe it, and how that is undone. Pure; lend.ts matches rows
 * and records.
 */
import { thinkingOf } from './lent-thinking.ts';
import type { LentThinking, SpanRecord } from './span-record.ts';

/** What a row has from log records. */
export interface Borrowed {
  /** The record that describes the row's calls, and therefore its thinking and its output. */
  toldBy: string | null;
  /** The time of the record that `inputPreview` comes from. */
  askedAt: string | null;
}

/** What a log record has for the row of its span. */
export interface Told {
  spanId: string;
  startedAt: string;
  /** null: the record describes no calls. */
  lends: LentThinking | null;
  inputPreview: string | null;
  outputPreview: string | null;
}

interface Borrower extends Partial<Borrowed> {
  span: SpanRecord;
  /** The span arrived without calls. A span that describes its own calls takes no thinking from records. */
  isBare: boolean;
}

/**
 * Fills the row in from its log records: thinking and output from the record that describes its calls (only when the
 * row has none of its own), and the latest user input as its input preview. Returns the same object when the records
 * have nothing for it.
 */
export function borrow<Row extends Borrower>(row: Row, records: readonly Told[]): Row {
  const { span, toldBy = null, askedAt = null } = row;
  const teller = row.isBare ? records.find(({ lends }) => lends !== null) : undefined;
  const question = latestQuestion(row, records);
  if (!teller && !question) return row;
  const answered = teller && { outputPreview: teller.outputPreview, ...thinkingOf(span, teller.lends) };
  return {
    ...row,
    span: { ...span, ...answered, ...(question && { inputPreview: question.inputPreview }) },
    toldBy: teller?.spanId ?? toldBy,
    askedAt: question?.startedAt ?? askedAt,
  };
}

/** Messages may arrive one by one. The last one is the input, unless the span itself reports its input. */
function latestQuestion({ span, askedAt = null }: Borrower, records: readonly Told[]): Told | undefined {
  if (span.inputPreview !== null && askedAt === null) return undefined;
  const known = [askedAt ?? '', span.inputPreview ?? ''] as const;
  const asked = records.filter(({ inputPreview }) => inputPreview !== null);
  const latest = asked.reduce<Told | undefined>(
    (last, one) => (last && !isLater(one, keyOf(last)) ? last : one),
    undefined,
  );
  return latest && isLater(latest, known) ? latest : undefined;
}

type Key = readonly [time: string, text: string];
const keyOf = ({ startedAt, inputPreview }: Told): Key => [startedAt, inputPreview ?? ''];

function isLater(one: Told, [time, text]: Key): boolean {
  const [ownTime, ownText] = keyOf(one);
  return ownTime === time ? ownText > text : ownTime > time;
}

/**
 * Undoes `borrow` when the record that described the calls no longer does: thinking and output are again what the span
 * alone reported. The input stays, because any record may have reported it.
 */
export function giveBack<Row extends Borrower>(row: Row): Row {
  return { ...row, span: { ...row.span, ...thinkingOf(row.span, null), outputPreview: null }, toldBy: null };
}
