'use client';
// The suggestions for the part of the filter at the caret; values are counted by the server.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { exactCount } from '../../lib/figures/format.ts';
import { useSettled } from '../../lib/time/use-settled.ts';
import { valuesOf } from '../../lib/traces/filter-text.ts';
import { type FilterField } from '../../lib/traces/trace-filter.ts';
import { keySuggestions, valueSuggestions, type Completing, type Suggestion } from './completion.ts';
import { FACETS, type FacetLoader } from './facets.ts';

interface CompletionQuery {
  /** undefined while the list is closed. */
  completing: Completing | undefined;
  fields: readonly FilterField[];
  facets: FacetLoader | undefined;
}

interface Suggestions {
  suggestions: Suggestion[];
  /** What the counts are of, or why there are none. */
  note?: string;
}

const SETTLED_MS = 150;

export function useSuggestions({ completing, fields, facets }: CompletionQuery): Suggestions {
  const field = FACETS.find((facet) => facet.field === completing?.field)?.field;
  const text = useSettled(completing?.typed ?? '', SETTLED_MS);
  const rest = completing?.rest.trim() ?? '';
  const key = completing?.key;
  const { data, isError } = useQuery({
    queryKey: ['facets', facets?.scope, field, key, rest, text],
    queryFn: () => facets!.load(field!, { q: rest, text, key }),
    enabled: facets !== undefined && field !== undefined,
    placeholderData: (previous, query) => {
      const isSame = query?.queryKey[2] === field && query?.queryKey[3] === key;
      return isSame ? keepPreviousData(previous) : undefined;
    },
  });
  if (!completing) return { suggestions: [] };
  if (completing.field === undefined) return { suggestions: keySuggestions(completing, fields, meaningOf) };
  const ofField = { ...completing, field: completing.field };
  if (!facets || !field || isError) return { suggestions: valueSuggestions(ofField, undefined) };
  const suggestions = data ? valueSuggestions(ofField, data.values) : [];
  const isPart = data?.ofNewest != null;
  return { suggestions, note: isPart ? `Counted in the newest ${exactCount(data.ofNewest!)} traces` : undefined };
}

const LABELS: ReadonlyMap<string, string> = new Map(FACETS.map(({ field, label }) => [field, label]));

/** Its name, or what may follow it. */
const meaningOf = (field: FilterField): string | undefined =>
  LABELS.get(field) ?? (valuesOf(field).join(', ') || undefined);
