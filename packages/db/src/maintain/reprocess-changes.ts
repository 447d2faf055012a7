/** Finds the columns in which stored rows differ from what they should be. Pure; reprocess.ts uses it. */
import { showsCut } from '@subtext/privacy';
import type { CallRecord, CallTexts, PriceRecord, SettledSpan, StorableSpan } from '@subtext/trace';
import type { Columns } from '../postgres/json-rows.ts';
import { textsOfRow } from '../rows/packed-results.ts';
import { differing, valuesOf, type RowChange } from '../write/store-changes.ts';
import type { StoredRow } from '../write/stored-rows.ts';
import { CALL_COLUMNS, CHANGED_COLUMNS } from '../write/write-statements.ts';
import { digestOf, type SpanDigests, type TextDigests } from './text-digests.ts';

/** A stored span, and its row as it should be. */
export interface Resettled {
  row: StoredRow;
  digests: SpanDigests;
  /** Still with the price of the row. */
  after: RowChange['after'];
  /** The payload was read. If not, the row changes only where other spans of the trace change it. */
  isRead: boolean;
}

export interface Change extends RowChange {
  /** `table.column` of each difference; without a column: a row that is added or deleted. */
  names: string[];
}

const PRICELESS: Columns = Object.fromEntries(
  Object.entries(CHANGED_COLUMNS).filter(([property]) => property !== 'priceId'),
);

/** undefined: nothing changed. The id of a new price is not known yet. */
export function changeOf({ row, digests, after, isRead }: Resettled): Change | undefined {
  const ofSpan = differing(PRICELESS, valuesOf(row), valuesOf(after)).map((column) => `spans.${column}`);
  if (isRead && !isSamePrice(row.price, after.price)) ofSpan.push('spans.price_id');
  const otherTexts = new Map<number, CallTexts | null>();
  const ofCalls = callNames(row, { after, digests: isRead ? digests : undefined, otherTexts });
  if (ofSpan.length + ofCalls.length === 0) return undefined;
  return { before: row, after, otherTexts, names: [...ofSpan, ...ofCalls] };
}

export function isSamePrice(left: PriceRecord | null, right: PriceRecord | null): boolean {
  if (left === null || right === null) return left === right;
  return (Object.keys(right) as (keyof PriceRecord)[]).every((name) => left[name] === right[name]);
}

interface Compared {
  after: SettledSpan;
  /** undefined: the texts were not read again. */
  digests: SpanDigests | undefined;
  /** Filled with the texts that differ. */
  otherTexts: Map<number, CallTexts | null>;
}

function callNames(row: StoredRow, { after, digests, otherTexts }: Compared): string[] {
  const callAt = new Map(row.calls.map((call) => [call.callIndex, call]));
  const names: string[] = [];
  for (const call of after.calls) {
    const stored = callAt.get(call.callIndex);
    callAt.delete(call.callIndex);
    if (!stored) names.push('tool_calls');
    if (!stored) continue;
    names.push(...differing(CALL_COLUMNS, stored, call).map((column) => `tool_calls.${column}`));
    const ofTexts = digests ? textNames(digests, call) : [];
    if (digests && ofTexts.length > 0) otherTexts.set(call.callIndex, textsToStore(digests, call));
    names.push(...ofTexts);
  }
  return [...names, ...Array.from(callAt, () => 'tool_calls')];
}

/** A result that is packed with the payload, and read as before, stays there. */
function textsToStore({ packed }: SpanDigests, call: SettledSpan['calls'][number]): CallTexts | null {
  const isPacked = packed.get(call.callIndex) === digestOf(call.texts?.result ?? null);
  return isPacked ? textsOfRow(call) : call.texts;
}

function textNames(digests: SpanDigests, { callIndex, texts }: SettledSpan['calls'][number]): string[] {
  const stored = withPacked(digests, callIndex);
  if (stored === null || texts === null) return stored === texts ? [] : ['tool_call_texts'];
  const fields = ['preamble', 'arguments', 'result'] as const;
  const other: string[] = fields.filter((field) => stored[field] !== digestOf(texts[field]));
  const thoughts = texts.thoughts?.map(digestOf).join() ?? null;
  if ((stored.thoughts?.join() ?? null) !== thoughts) other.push('thoughts');
  return other.map((field) => `tool_call_texts.${field}`);
}

/** A result in the row itself takes precedence over a packed one. */
function withPacked({ of, packed }: SpanDigests, callIndex: number): TextDigests | null {
  const own = of.get(callIndex) ?? null;
  const result = packed.get(callIndex);
  if (result === undefined || own?.result) return own;
  return { thoughts: null, preamble: null, arguments: null, ...own, result };
}

/**
 * True when the row has a truncated text that would now be different. Payloads are truncated text by text, rows as a
 * whole (apps/ingest/src/policy): when arguments are long because of many short texts, the payload has all of them and
 * the row only what the project keeps.
 */
export function undoesCut({ span, calls }: StoredRow, { cut }: SpanDigests, fresh: StorableSpan): boolean {
  const texts = fresh.calls.flatMap(({ texts }) =>
    texts ? [...(texts.thoughts ?? []), texts.preamble, texts.arguments, texts.result] : [],
  );
  const digests = cut.length > 0 ? new Set(texts.map(digestOf)) : undefined;
  if (cut.some((digest) => !digests?.has(digest))) return true;
  const ofCalls = (some: readonly CallRecord[]) => some.flatMap((call) => CALL_LINES.map((name) => call[name]));
  const lines = [...SPAN_LINES.map((name) => span[name]), ...ofCalls(calls)].filter(showsCut);
  const now = [...SPAN_LINES.map((name) => fresh.span[name]), ...ofCalls(fresh.calls)];
  return lines.some((line) => !now.includes(line));
}

const SPAN_LINES = ['inputPreview', 'outputPreview', 'statusMessage'] as const;
const CALL_LINES = ['thoughtPreview', 'preamblePreview', 'argumentsPreview', 'resultPreview'] as const;
