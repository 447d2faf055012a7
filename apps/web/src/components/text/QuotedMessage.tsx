// A message in quotation marks; a placeholder for a message that was not kept gets none.
import { heldTexts } from '@subtext/reasoning';
import type { Find } from '../../lib/text/find-marks.ts';
import { PlainText } from './PlainText.tsx';

export function QuotedMessage({ text, find }: { text: string; find?: Find }) {
  const words = <PlainText text={text} find={find} />;
  return heldTexts(text) ? words : <>“{words}”</>;
}
