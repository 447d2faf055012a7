/**
 * Parses the search text into words that calls must contain, words they must not, and conditions on their traces. Pure.
 */
import { conditionsOf, type Condition } from '../../lib/traces/trace-filter.ts';

export interface SearchWords {
  /** All of them, each found as it was typed. */
  terms: string[];
  excluded: string[];
  conditions: Condition[];
}

export function searchWords(text: string): SearchWords {
  const words: SearchWords = { terms: [], excluded: [], conditions: [] };
  for (const condition of conditionsOf(text)) {
    if (condition.field !== 'text') words.conditions.push(condition);
    else (condition.negated ? words.excluded : words.terms).push(condition.value.trim());
  }
  return words;
}

/** The term for the index lookup: the longest is usually the rarest. */
export const leadingTerm = (terms: readonly string[]): string =>
  terms.reduce((longest, term) => (term.length > longest.length ? term : longest), '');
