// What somebody said, in its quotation marks; what stands in its place when it was not kept is no quotation.
import { heldTexts } from '@subtext/reasoning';
import type { Find } from '../lib/find-marks.ts';
import { PlainText } from './PlainText.tsx';

export function SaidText({ text, find }: { text: string; find?: Find }) {
  const words = <PlainText text={text} find={find} />;
  return heldTexts(text) ? words : <>“{words}”</>;
}
