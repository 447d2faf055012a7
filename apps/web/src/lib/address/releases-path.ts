/** Addresses of the Releases page, and of the runs of a release in the list of traces. */
import { filterText, metadataField } from '../traces/filter-text.ts';
import { pagePath } from './pages.ts';

interface ReleasesPlace {
  by: 'release' | 'prompt' | 'effort';
  range: string;
  /** The filter of the page. */
  q: string;
}

export function releasesPath(
  project: string,
  { by, range, q, a, b }: ReleasesPlace & { a?: string; b?: string },
): string {
  const search = new URLSearchParams({ by, range, ...(q && { q }), ...(a && { a }), ...(b && { b }) });
  return `${pagePath(project, 'releases')}?${search}`;
}

/** `value`: null for runs that do not report one, which no filter selects. */
export function runsOfReleasePath(
  project: string,
  { by, range, q, value }: ReleasesPlace & { value: string | null },
): string {
  const field = by === 'prompt' ? metadataField('prompt.version') : by;
  const both = [q, value !== null && filterText(field, value)].filter(Boolean).join(' ');
  return `${pagePath(project, 'traces')}?${new URLSearchParams({ ...(both && { q: both }), range })}`;
}
