/** The further thoughts that an expanded row has space for. Pure. */
import { PEEK_LINES } from './layout.ts';

/** The widest screens fit fewer characters into a line. */
const MAX_CHARACTERS_OF_LINE = 250;

/** Block indices. Each block takes at least one line, so none fits below a long first one. */
export function blocksBehind({ text, blocks }: { text: string; blocks: number }): number[] {
  if (text.length >= PEEK_LINES * MAX_CHARACTERS_OF_LINE) return [];
  return Array.from({ length: Math.max(0, Math.min(blocks, PEEK_LINES) - 1) }, (_, index) => index + 1);
}
