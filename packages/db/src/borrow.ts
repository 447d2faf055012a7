/** What the row of a span takes from the log records that tell of it, and gives back. Pure; lend.ts brings them together. */
import { thinkingOf } from './lent-thinking.ts';
import type { LentThinking, SpanRecord } from './span-record.ts';

/** What a row has of log records. */
export interface Borrowed {
  /** Describes its calls, and so tells its thinking and its answer. */
  toldBy: string | null;
  /** When its `inputPreview` was told. */
  askedAt: string | null;
}

/** What a log record has for the row of its span. */
export interface Told {
  spanId: string;
  startedAt: string;
  /** null: it describes no calls. */
  lends: LentThinking | null;
  inputPreview: string | null;
  outputPreview: string | null;
}

interface Borrower extends Partial<Borrowed> {
  span: SpanRecord;
  /** It came without calls: a span that describes its own borrows no thinking. */
  isBare: boolean;
}

/**
 * The row with what its log records say: thinking and answer from the one that describes its calls (only when the row has none of its own), and the
 * latest question as its input preview. The same object when the records have nothing for it.
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

/** Messages may come one by one: the last question is what was asked, unless the span itself says it. */
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
 * The opposite of `borrow`, for when the record that described the calls no longer does: thinking and answer are again what the span alone said.
 * The question stays, since any record may have told it.
 */
export function giveBack<Row extends Borrower>(row: Row): Row {
  return { ...row, span: { ...row.span, ...thinkingOf(row.span, null), outputPreview: null }, toldBy: null };
}
