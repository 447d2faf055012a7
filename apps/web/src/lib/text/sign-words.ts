import { plural } from '../figures/format.ts';
import { visibleText } from './visible-text.ts';

/**
 * How much of a text is invisible unless it is rendered specially, in words: invisible characters can carry a message
 * to a model that reads the text.
 */
export function signWords(text: string): string {
  const count = visibleText(text).filter((piece) => 'mark' in piece && !piece.isHeld).length;
  if (count === 0) return '';
  const marks = count === 1 ? 'a mark' : 'marks';
  return `${plural(count, 'invisible or control character is', 'invisible or control characters are')} drawn as ${marks}.`;
}
