/**
 * What a span row takes over from the log records that describe it, and how that is undone. Pure;
 * fill-from-log-records.ts matches rows and records.
 */
import { thinkingOf } from './log-record-thinking.ts';
import type { LogRecordThinking, SpanRecord } from '../rows/span-record.ts';

/** What a row has from log records. */
export interface FillSources {
  /** The record that describes the row's calls, and therefore its thinking and its output. */
  toldBy: string | null;
  /** The time of the record that `inputPreview` comes from. */
  askedAt: string | null;
}

/** What a log record has for the row of its span. */
export interface LogRecordContent {
  spanId: string;
  startedAt: string;
  /** null: the record describes no calls. */
  thinking: LogRecordThinking | null;
  inputPreview: string | null;
  outputPreview: string | null;
}

interface FillableRow extends Partial<FillSources> {
  span: SpanRecord;
  /** The span arrived without calls. A span that describes its own calls takes no thinking from records. */
  isBare: boolean;
}

/**
 * Fills the row in from its log records: thinking and output from the record that describes its calls (only when the
 * row has none of its own), and the latest user input as its input preview. Returns the same object when the records
 * have nothing for it.
 */
export function fillRow<Row extends FillableRow>(row: Row, records: readonly LogRecordContent[]): Row {
  const { span, toldBy = null, askedAt = null } = row;
  const describing = row.isBare ? records.find(({ thinking }) => thinking !== null) : undefined;
  const input = latestInput(row, records);
  if (!describing && !input) return row;
  const output = describing && { outputPreview: describing.outputPreview, ...thinkingOf(span, describing.thinking) };
  return {
    ...row,
    span: { ...span, ...output, ...(input && { inputPreview: input.inputPreview }) },
    toldBy: describing?.spanId ?? toldBy,
    askedAt: input?.startedAt ?? askedAt,
  };
}

/** Messages may arrive one by one. The last one is the input, unless the span itself reports its input. */
function latestInput(
  { span, askedAt = null }: FillableRow,
  records: readonly LogRecordContent[],
): LogRecordContent | undefined {
  if (span.inputPreview !== null && askedAt === null) return undefined;
  const current = [askedAt ?? '', span.inputPreview ?? ''] as const;
  const withInput = records.filter(({ inputPreview }) => inputPreview !== null);
  const latest = withInput.reduce<LogRecordContent | undefined>(
    (last, one) => (last && !isLater(one, inputOrder(last)) ? last : one),
    undefined,
  );
  return latest && isLater(latest, current) ? latest : undefined;
}

type InputOrder = readonly [time: string, text: string];
const inputOrder = ({ startedAt, inputPreview }: LogRecordContent): InputOrder => [startedAt, inputPreview ?? ''];

function isLater(one: LogRecordContent, [time, text]: InputOrder): boolean {
  const [ownTime, ownText] = inputOrder(one);
  return ownTime === time ? ownText > text : ownTime > time;
}

/**
 * Undoes `fillRow` when the record that described the calls no longer does: thinking and output are again what the span
 * alone reported. The input stays, because any record may have reported it.
 */
export function restoreRow<Row extends FillableRow>(row: Row): Row {
  return { ...row, span: { ...row.span, ...thinkingOf(row.span, null), outputPreview: null }, toldBy: null };
}
