/** Of which spans more is told than before. Pure. */
import type { SpanRow } from '../../lib/skeleton.ts';

/** Spans without an end, by their names: the number of the telling that was read last. */
export type Tellings = ReadonlyMap<string, number>;

interface Retold {
  tellings: Tellings;
  changed: ReadonlySet<string>;
}

/** `snapshots`: of answers that are under way. A span that had no end, and has one now or is not there, has changed as well. */
export function retold(before: Tellings, spans: readonly SpanRow[], snapshots: ReadonlyMap<string, number>): Retold {
  const open = spans.filter(({ duration }) => duration === null);
  const tellings = new Map(open.map(({ id }) => [id, snapshots.get(id) ?? before.get(id) ?? 0]));
  const changed = [...before].filter(([id, telling]) => tellings.get(id) !== telling).map(([id]) => id);
  return { tellings, changed: new Set(changed) };
}

/** What a receipt is made of, as far as the rows of a trace tell it. */
const FIGURES = [
  ...(['inputTokens', 'outputTokens', 'reasoningTokens', 'reasoningSource'] as const),
  ...(['cost', 'reasoningCost', 'hiddenCost', 'inRun'] as const),
];

/** Spans whose figures are others than before, though nothing else of them may be: a cost is often told by a record of its own, later. */
export function refigured(before: readonly SpanRow[], spans: readonly SpanRow[]): ReadonlySet<string> {
  const known = new Map(before.map((span) => [span.id, span]));
  const isOther = (span: SpanRow) => {
    const old = known.get(span.id);
    return old !== undefined && FIGURES.some((figure) => old[figure] !== span[figure]);
  };
  return new Set(spans.filter(isOther).map(({ id }) => id));
}
