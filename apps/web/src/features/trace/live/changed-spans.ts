/** Spans that have a newer snapshot than the loaded one. Pure. */
import type { SpanRow } from '../../../lib/skeleton/skeleton.ts';

/** The version of the loaded snapshot of each span without an end, by span id. */
export type SnapshotVersions = ReadonlyMap<string, number>;

interface ChangedSpans {
  tellings: SnapshotVersions;
  changed: ReadonlySet<string>;
}

/** `snapshots`: versions of streaming responses. A span that has ended or disappeared since has changed, too. */
export function changedSpans(
  before: SnapshotVersions,
  spans: readonly SpanRow[],
  snapshots: ReadonlyMap<string, number>,
): ChangedSpans {
  const open = spans.filter(({ duration }) => duration === null);
  const tellings = new Map(open.map(({ id }) => [id, snapshots.get(id) ?? before.get(id) ?? 0]));
  const changed = [...before].filter(([id, telling]) => tellings.get(id) !== telling).map(([id]) => id);
  return { tellings, changed: new Set(changed) };
}

/** The figures of a receipt that the rows of a trace contain. */
const FIGURES = [
  ...(['inputTokens', 'outputTokens', 'reasoningTokens', 'reasoningSource'] as const),
  ...(['cost', 'reasoningCost', 'hiddenCost', 'inRun'] as const),
];

/** Spans whose figures changed, even if nothing else did: a cost is often reported later, by a log record. */
export function spansWithNewFigures(before: readonly SpanRow[], spans: readonly SpanRow[]): ReadonlySet<string> {
  const known = new Map(before.map((span) => [span.id, span]));
  const isOther = (span: SpanRow) => {
    const old = known.get(span.id);
    return old !== undefined && FIGURES.some((figure) => old[figure] !== span[figure]);
  };
  return new Set(spans.filter(isOther).map(({ id }) => id));
}
