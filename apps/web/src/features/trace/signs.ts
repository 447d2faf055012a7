/** How much of a text cannot be seen unless it is drawn, in words: an answer may carry a message to whoever reads it next. Pure. */
import { plural } from '../../lib/format.ts';
import { visibleText } from '../../lib/visible-text.ts';

export function signWords(text: string): string {
  const count = visibleText(text).filter((piece) => 'mark' in piece && !piece.isHeld).length;
  if (count === 0) return '';
  return `${plural(count, 'invisible or control character is', 'invisible or control characters are')} drawn as ${count === 1 ? 'a mark' : 'marks'}.`;
}
