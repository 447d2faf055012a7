/** Where a row says that its texts could not be loaded: once, in the first lane that shows one of them. Pure. */
import { hasText } from '../../../lib/steps/sentences.ts';
import type { Step } from '../../../lib/steps/step-tree.ts';
import { MAX_CALLS_SHOWN, type Lane } from './layout.ts';

export interface FailedText {
  lane: Lane;
  /** Key of the row that has the text. */
  key: string;
}

interface Shown {
  hide: ReadonlySet<Lane>;
  /** The thought was loaded separately. */
  peeked: boolean;
  /** Takes the key of a text. */
  isFailed: (key: string) => boolean;
}

/** An answer stands in the action lane but is hidden together with messages. */
export function failedText({ kind, thought, calls }: Step, { hide, peeked, isFailed }: Shown): FailedText | undefined {
  const { key } = thought;
  if (key !== null && isFailed(key)) {
    if (hasText(thought) && !peeked && !hide.has('thought')) return { lane: 'thought', key };
    if (thought.hasPreamble && !hide.has('said')) return { lane: 'said', key };
  }
  const isAnswer = kind === 'answer' || kind === 'trailing';
  if (hide.has(isAnswer ? 'said' : 'did')) return undefined;
  const call = calls.slice(0, isAnswer ? 1 : MAX_CALLS_SHOWN).find((one) => isFailed(one.key));
  return call && { lane: 'did', key: call.key };
}
