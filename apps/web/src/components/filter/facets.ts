// What the filter menu shows for a field: its most frequent values within the page's range.
import type { FilterField } from '../../lib/traces/trace-filter.ts';

/** Fields whose values can be counted, as the menu names them. */
export const FACETS = [
  { field: 'tool', label: 'Tool' },
  { field: 'model', label: 'Model' },
  { field: 'agent', label: 'Agent' },
  { field: 'status', label: 'Status' },
  { field: 'state', label: 'Thinking' },
  { field: 'effort', label: 'Effort' },
  { field: 'tag', label: 'Tag' },
  { field: 'session', label: 'Session' },
  { field: 'user', label: 'User' },
  { field: 'env', label: 'Environment' },
  { field: 'release', label: 'Release' },
  { field: 'service', label: 'Service' },
  { field: 'metadata', label: 'Metadata' },
  { field: 'score', label: 'Score' },
  { field: 'check', label: 'Check' },
] as const satisfies readonly { field: FilterField; label: string }[];

export type FacetField = (typeof FACETS)[number]['field'];

export interface FacetValues {
  /** The most frequent first. */
  values: readonly { value: string; count: number }[];
  /** Set when only the newest traces of the range were counted: their number. null when all were counted. */
  ofNewest: number | null;
}

export interface FacetLoader {
  /** Identifies the source of the values: they are reloaded when it changes. */
  scope: string;
  /** The filter of the page, in which values are counted. */
  q: string;
  load: (field: FacetField, among: FacetQuery) => Promise<FacetValues>;
}

export interface FacetQuery {
  q: string;
  /** Only values that contain this text in any case. */
  text: string;
  /**
   * The values of this key of `metadata`, or of the scores of this name; without it, the values are the keys and names.
   */
  key?: string | undefined;
}
