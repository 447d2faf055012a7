/** A span that an address names, among those of the page. Pure. */
import type { SpanRow } from '../../lib/skeleton.ts';
import { namesOf } from '../../lib/skeleton/span-names.ts';

/** `alike`: one has half of the id for its name, so it may be another one. */
export function spanOnPage(span: string, spans: readonly Pick<SpanRow, 'id'>[]): 'here' | 'alike' | 'nowhere' {
  const names = namesOf(span);
  const found = spans.find(({ id }) => names.includes(id));
  if (!found) return 'nowhere';
  return found.id === span ? 'here' : 'alike';
}
