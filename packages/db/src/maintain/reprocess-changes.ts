/** Finds the columns in which stored rows differ from what they should be. Pure; reprocess.ts uses it. */
import { columnOf, type Columns } from '../postgres/json-rows.ts';
import type { Settled } from './reprocess-decide.ts';
import { showsCut } from '@subtext/privacy';
import type { CallRecord, PriceRecord, StorableSpan } from '@subtext/trace';
import { digestOf, type StoredRow, type TextDigests } from '../write/stored-rows.ts';
import { decidedOf } from '../write/write-batch.ts';
import { CALL_COLUMNS, DECIDED_COLUMNS, SPAN_COLUMNS } from '../write/write-statements.ts';

export interface Change {
  row: StoredRow;
  after: Settled['after'];
  /** Values of the span row, without its price. */
  values: Readonly<Record<string, unknown>>;
  hasOtherCalls: boolean;
  hasOtherSpan: boolean;
  names: string[];
}

const PRICELESS: Columns = Object.fromEntries(
  Object.entries({ ...DECIDED_COLUMNS, ...SPAN_COLUMNS }).filter(([property]) => property !== 'priceId'),
);

/** undefined: nothing changed. */
export function changeOf({ row, after, isKept }: Settled): Change | undefined {
  const before = { ...row.span, ...row.decided };
  const values = isKept
    ? { ...before, usageSource: after.usageSource ?? null }
    : { ...after.span, ...decidedOf(after) };
  const ofSpan = differing(PRICELESS, before, values).map((column) => `spans.${column}`);
  if (!isKept && !isSamePrice(row.price, after.price)) ofSpan.push('spans.price_id');
  const ofCalls = isKept ? [] : callNames(row, after.calls);
  if (ofSpan.length + ofCalls.length === 0) return undefined;
  const names = [...ofSpan, ...ofCalls];
  return { row, after, values, hasOtherCalls: ofCalls.length > 0, hasOtherSpan: ofSpan.length > 0, names };
}

export type Values = Readonly<Record<string, unknown>>;

/** Returns the columns in which two records differ. A missing value equals null. */
export function differing(columns: Columns, before: object, after: object): string[] {
  const value = (from: object, property: string) => (from as Values)[property] ?? null;
  return Object.keys(columns)
    .filter((property) => value(before, property) !== value(after, property))
    .map(columnOf);
}

export function isSamePrice(left: PriceRecord | null, right: PriceRecord | null): boolean {
  if (left === null || right === null) return left === right;
  return (Object.keys(right) as (keyof PriceRecord)[]).every((name) => left[name] === right[name]);
}

function callNames({ calls, digests }: StoredRow, fresh: readonly CallRecord[]): string[] {
  const names = Array.from({ length: Math.abs(calls.length - fresh.length) }, () => 'tool_calls');
  fresh.slice(0, calls.length).forEach((call, index) => {
    names.push(...differing(CALL_COLUMNS, calls[index]!, call).map((column) => `tool_calls.${column}`));
    names.push(...textNames(digests[index]!, call.texts));
  });
  return names;
}

function textNames(digests: TextDigests | null, texts: CallRecord['texts']): string[] {
  if (digests === null || texts === null) return digests === texts ? [] : ['tool_call_texts'];
  const fields = ['preamble', 'arguments', 'result'] as const;
  const other: string[] = fields.filter((field) => digests[field] !== digestOf(texts[field]));
  const thoughts = texts.thoughts?.map(digestOf).join() ?? null;
  if ((digests.thoughts?.join() ?? null) !== thoughts) other.push('thoughts');
  return other.map((field) => `tool_call_texts.${field}`);
}

/**
 * True when the row has a truncated text that would now be different. Payloads are truncated text by text, rows as a
 * whole (apps/ingest/src/policy): when arguments are long because of many short texts, the payload has all of them and
 * the row only what the project keeps.
 */
export function undoesCut({ span, calls, cut }: StoredRow, fresh: StorableSpan): boolean {
  const texts = fresh.calls.flatMap(({ texts }) =>
    texts ? [...(texts.thoughts ?? []), texts.preamble, texts.arguments, texts.result] : [],
  );
  const digests = cut.length > 0 ? new Set(texts.map(digestOf)) : undefined;
  if (cut.some((digest) => !digests?.has(digest))) return true;
  const lines = [
    ...SPAN_LINES.map((name) => span[name]),
    ...calls.flatMap((call) => CALL_LINES.map((name) => call[name])),
  ].filter(showsCut);
  const now = [
    ...SPAN_LINES.map((name) => fresh.span[name]),
    ...fresh.calls.flatMap((call) => CALL_LINES.map((name) => call[name])),
  ];
  return lines.some((line) => !now.includes(line));
}

const SPAN_LINES = ['inputPreview', 'outputPreview', 'statusMessage'] as const;
const CALL_LINES = ['thoughtPreview', 'preamblePreview', 'argumentsPreview', 'resultPreview'] as const;
