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
