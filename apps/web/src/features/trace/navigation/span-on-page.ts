/** Looks up a span of the URL among those of the page. Pure. */
import type { SpanRow } from '../../../lib/skeleton/skeleton.ts';
import { namesOf } from '../../../lib/skeleton/span-names.ts';

/** `alike`: only half of the id is known on one side, so it may be another span. */
export function spanOnPage(span: string, spans: readonly Pick<SpanRow, 'id'>[]): 'here' | 'alike' | 'nowhere' {
  const names = namesOf(span);
  const found = spans.find(({ id }) => names.includes(id));
  if (!found) return 'nowhere';
  return found.id === span ? 'here' : 'alike';
}
