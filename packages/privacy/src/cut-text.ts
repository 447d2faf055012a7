/**
 * Truncates texts, and adds a mark that says how much was kept. Ingest uses only this form, and all code that shows
 * truncated texts reads it.
 */
import { cutOf } from '@subtext/reasoning';

/** Returns the text itself when it fits. For a text that was already truncated, the mark keeps the original length. */
export function cutTo(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const before = cutOf(text);
  if (before && text.length - before.mark.length <= limit) return text;
  return `${text.slice(0, limit)}\n… [cut: ${limit} of ${before?.of ?? text.length} characters kept]`;
}

/** A PostgreSQL regular expression for a truncation mark at the end of a text, including the SDK's own (`cutText`). */
export const CUT_MARK: string = String.raw`(\n?… \[cut: (?:\d{1,15} more characters|\d{1,15} of \d{1,15} characters kept)\])$`;
/** The maximum length of a mark. */
export const CUT_MARK_CHARACTERS = 80;

/** True when a preview contains a truncation mark, or the beginning of one that the preview's own end cuts off. */
export const showsCut = (line: string | null | undefined): boolean => line?.includes('… [cut: ') === true;
