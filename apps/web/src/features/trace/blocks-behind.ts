/** Which thoughts behind the first one a row that is peeked at has room for. Pure. */
import { PEEK_LINES } from './layout.ts';

/** More do not fit into a line on the widest screens. */
const MOST_CHARACTERS_OF_LINE = 250;

/** Their numbers: each takes a line at least, and none fits below a first one that is long enough. */
export function blocksBehind({ text, blocks }: { text: string; blocks: number }): number[] {
  if (text.length >= PEEK_LINES * MOST_CHARACTERS_OF_LINE) return [];
  return Array.from({ length: Math.max(0, Math.min(blocks, PEEK_LINES) - 1) }, (_, index) => index + 1);
}
