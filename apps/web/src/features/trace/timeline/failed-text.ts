/** Where a row says that its texts could not be loaded: once, in the first lane that shows one of them. Pure. */
import { hasText } from '../../../lib/steps/sentences.ts';
import type { Step } from '../../../lib/steps/step-tree.ts';
import { resultKeys } from '../../../lib/steps/joined-call.ts';
import type { Lane } from './layout.ts';

export interface FailedText {
  lane: Lane;
  /** Key of the row that has the text. */
  key: string;
}

interface Shown {
  /** Number of calls that are shown. */
  calls: number;
  hide: ReadonlySet<Lane>;
  /** The thought was loaded separately. */
  peeked: boolean;
  /** Takes the key of a text. */
  isFailed: (key: string) => boolean;
}

/** An answer stands in the action lane but is hidden together with messages. */
export function failedText({ kind, thought, calls }: Step, shown: Shown): FailedText | undefined {
  const { hide, peeked, isFailed } = shown;
  const { key } = thought;
  if (key !== null && isFailed(key)) {
    if (hasText(thought) && !peeked && !hide.has('thought')) return { lane: 'thought', key };
    if (thought.hasPreamble && !hide.has('said')) return { lane: 'said', key };
  }
  const isAnswer = kind === 'answer' || kind === 'trailing';
  if (hide.has(isAnswer ? 'said' : 'did')) return undefined;
  const keys = calls.slice(0, shown.calls).flatMap((call) => (isAnswer ? call.key : [call.key, ...resultKeys(call)]));
  const failed = keys.find(isFailed);
  return failed === undefined ? undefined : { lane: 'did', key: failed };
}
