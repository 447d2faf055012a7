/**
 * The calls of a skeleton, encoded relative to the spans that describe them, because nearly all times and costs are
 * equal there.
 */
import type { ReasoningTokenSource } from '@subtext/reasoning';
import type { CallRow, StoredColumns } from './rows.ts';
import { charactersDrawn } from '../text/visible-text.ts';
import { readNumbers, writeNumbers } from './digits.ts';
import type { Numbers, Value } from './groups.ts';
import type { Places } from './ids.ts';
import type { SpanNumbers } from './span-table.ts';
import {
  type InContext,
  knownState,
  readColumns,
  readGroups,
  readInContext,
  type Table,
  toMicroseconds,
  writeInContext,
  writeTable,
} from './tables.ts';

export interface CallTable {
  table: Table;
  /** The group of a call, relative to its span's group: spans of one group mostly have calls of the same group. */
  groups: InContext;
  /** Indexes of the spans, relative to the previous call. */
  spans: string;
}

const WORDS = [
  ...['describedBy', 'type', 'tool', 'durationInferred', 'status', 'incomplete', 'state'],
  ...['tokensSource', 'hasPreamble'],
];
/** Encoded as the difference from the span's value. */
const FROM_SPAN = ['start', 'duration', 'reasoningTokens', 'reasoningCost'] as const;
const AS_THEY_ARE = ['thoughtCount', 'thoughtCharacters', 'otherCharacters'];

export function writeCalls(
  { length, columns }: StoredColumns,
  { placeFrom, placeOf }: Places,
  spans: SpanNumbers,
): CallTable {
  const column = (key: string) => (columns[key] ?? []) as Numbers;
  const [ids, owners] = [column('spanId'), column('ownerId')];
  let last = 0;
  // Calls are sorted by span.
  const span = (ids as Value[]).map((id) => (last = placeFrom(id, last)));
  const [calls, keys] = [numbering(), numbering()];
  const callId: Numbers = [];
  const reasoningRef: Numbers = [];
  const refs = column('reasoningRef');
  column('callId').forEach((id, at) => {
    callId.push(calls(id));
    reasoningRef.push(calls(refs[at]!));
  });
  const apart = (key: (typeof FROM_SPAN)[number]) => {
    const ofCalls = key === 'start' || key === 'duration' ? column(key).map(toMicroseconds) : column(key);
    return ofCalls.map((value, at) => (value === null ? null : value - (spans[key][span[at]!] ?? 0)));
  };
  const { table, of } = writeTable(length, Object.fromEntries(WORDS.map((key) => [key, column(key)])), {
    owner: owners.map((id, at) => (id === ids[at] ? 0 : placeOf(id) - span[at]!)),
    index: apartFromBefore(column('index'), span),
    callId,
    reasoningRef,
    argumentsKey: column('argumentsKey').map(keys),
    heldThought: (column('heldThought') as Value[]).map((of) =>
      typeof of === 'string' ? charactersDrawn(of) : (of as number | null),
    ),
    ...Object.fromEntries(FROM_SPAN.map((key) => [key, apart(key)])),
    ...Object.fromEntries(AS_THEY_ARE.map((key) => [key, column(key)])),
  });
  const contexts = span.map((place) => spans.groups[place] ?? -1);
  const steps = span.map((place, at) => place - (span[at - 1] ?? 0));
  return { table, groups: writeInContext(of, contexts), spans: writeNumbers(steps) };
}

export function readCalls(written: CallTable, idOf: (place: number) => string, spans: SpanNumbers): CallRow[] {
  const span = readNumbers(written.spans, written.table.length);
  for (let at = 1; at < span.length; at++) span[at]! += span[at - 1]!;
  const contexts = new Int32Array(span.length);
  for (let at = 0; at < span.length; at++) contexts[at] = spans.groups[span[at]!] ?? -1;
  const groups = readInContext(written.groups, contexts);
  const told = readColumns(written.table, groups);
  const [calls, keys] = [numbersOf(), numbersOf()];
  told.callId?.forEach((code, at) => {
    told.callId![at] = calls(code);
    told.reasoningRef![at] = calls(told.reasoningRef![at]!);
  });
  told.argumentsKey = (told.argumentsKey ?? []).map(keys);
  const index = told.index ?? [];
  for (let at = 1; at < index.length; at++) if (span[at] === span[at - 1]) index[at]! += index[at - 1]! + 1;
  return callRows({ words: readGroups(written.table), told: told as CallFigures, groups, span, spans, idOf });
}

/** The indexes of calls in one span count up, so only gaps are encoded. */
const apartFromBefore = (index: Numbers, span: readonly number[]): Numbers =>
  index.map((value, at) => (at > 0 && span[at] === span[at - 1] ? value! - index[at - 1]! - 1 : value));

/** Ids are only compared, so each is encoded as the number of distinct ids since its first appearance; 0 = a new id. */
function numbering(): (id: Value) => number | null {
  const known = new Map<Value, number>();
  return (id) => {
    if (id === null) return null;
    const number = known.get(id);
    if (number !== undefined) return known.size - number;
    known.set(id, known.size);
    return 0;
  };
}

function numbersOf(): (code: number | null) => number | null {
  let count = 0;
  return (code) => (code === null ? null : code === 0 ? count++ : count - code);
}

type CallFigures = Record<
  | 'owner'
  | 'index'
  | 'callId'
  | 'reasoningRef'
  | 'argumentsKey'
  | 'thoughtCount'
  | 'thoughtCharacters'
  | 'heldThought'
  | 'otherCharacters'
  | (typeof FROM_SPAN)[number],
  Numbers
>;
interface Read {
  words: Record<string, Value[]>;
  told: CallFigures;
  groups: ArrayLike<number>;
  span: Float64Array;
  spans: SpanNumbers;
  idOf: (place: number) => string;
}

function callRows({ words, told, groups, span, spans, idOf }: Read): CallRow[] {
  const group = words.type!.map((_, at) => ({
    describedBy: words.describedBy![at] as CallRow['describedBy'],
    type: words.type![at] as CallRow['type'],
    tool: words.tool![at] as string,
    durationInferred: words.durationInferred![at] as boolean,
    status: words.status![at] as CallRow['status'],
    incomplete: words.incomplete![at] as boolean,
    // A state that this version does not know is shown as not reported.
    state: knownState(words.state![at]!) ?? ('unreported' as const),
    tokensSource: words.tokensSource![at] as ReasoningTokenSource | null,
    hasPreamble: words.hasPreamble![at] as boolean,
  }));
  const start = withSpans(told.start, span, spans.start);
  const duration = withSpans(told.duration, span, spans.duration);
  const reasoningTokens = withSpans(told.reasoningTokens, span, spans.reasoningTokens);
  const reasoningCost = withSpans(told.reasoningCost, span, spans.reasoningCost);
  const rows: CallRow[] = [];
  for (let at = 0; at < span.length; at++) {
    const of = group[groups[at]!]!;
    const place = span[at]!;
    const lasted = duration[at]!;
    rows.push({
      spanId: idOf(place),
      ownerId: idOf(place + told.owner[at]!),
      index: told.index[at]!,
      describedBy: of.describedBy,
      type: of.type,
      callId: told.callId[at]!,
      tool: of.tool,
      start: start[at]! / 1e3,
      duration: lasted === null ? null : lasted / 1e3,
      durationInferred: of.durationInferred,
      status: of.status,
      incomplete: of.incomplete,
      state: of.state,
      argumentsKey: told.argumentsKey[at]!,
      reasoningRef: told.reasoningRef[at]!,
      reasoningTokens: reasoningTokens[at]!,
      tokensSource: of.tokensSource,
      reasoningCost: reasoningCost[at]!,
      thoughtCount: told.thoughtCount[at]!,
      thoughtCharacters: told.thoughtCharacters[at] ?? null,
      heldThought: told.heldThought[at]!,
      hasPreamble: of.hasPreamble,
      otherCharacters: told.otherCharacters[at] ?? null,
    });
  }
  return rows;
}

/** Adds the span's values to the encoded differences. */
function withSpans(told: Numbers, span: Float64Array, spans: ArrayLike<number | null>): Numbers {
  for (let at = 0; at < told.length; at++) if (told[at] !== null) told[at]! += spans[span[at]!] ?? 0;
  return told;
}
