/** A text cut to a size, with the mark that says how much of it is kept: the same wherever ingest cuts, and read by all that tells of cuts. */
import { cutOf } from '@subtext/reasoning';

/** The text itself when it fits. Of one that was cut before, the mark still says how long it was at first. */
export function cutTo(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const before = cutOf(text);
  if (before && text.length - before.mark.length <= limit) return text;
  return `${text.slice(0, limit)}\n… [cut: ${limit} of ${before?.of ?? text.length} characters kept]`;
}
