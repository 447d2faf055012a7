/** A text cut to a size, with the mark that says how much of it is kept: the same wherever ingest cuts, and read by all that tells of cuts. */
import { cutOf } from '@subtext/reasoning';

/** The text itself when it fits. Of one that was cut before, the mark still says how long it was at first. */
export function cutTo(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const before = cutOf(text);
  if (before && text.length - before.mark.length <= limit) return text;
  return `${text.slice(0, limit)}\n… [cut: ${limit} of ${before?.of ?? text.length} characters kept]`;
}

/** Such a mark, at the end of a text, as a regular expression of Postgres; a sender's own (`cutText` of the SDK), too. */
export const CUT_MARK: string = String.raw`(\n?… \[cut: (?:\d{1,15} more characters|\d{1,15} of \d{1,15} characters kept)\])$`;
/** No mark is longer. */
export const CUT_MARK_CHARACTERS = 80;

/** A line of a list that holds such a mark, or the beginning of one behind which the line itself ends. */
export const showsCut = (line: string | null | undefined): boolean => line?.includes('… [cut: ') === true;
