/** The text of the search bar → what calls must contain, what they must not, and conditions on their traces. Pure. */
import { conditionsOf, type Condition } from '../../lib/trace-filter.ts';

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

/** The term that the index is asked for: the longest is the rarest, most often. */
export const leadingTerm = (terms: readonly string[]): string =>
  terms.reduce((longest, term) => (term.length > longest.length ? term : longest), '');
