/** Kimi on Moonshot's API (providers.md §11). */
import type { Draft } from '../common/draft.ts';
import {
  noThinking,
  refuseBudget,
  refuseOff,
  refuseSampling,
  refuseUnthinking,
  setEffort,
  wantsNoThinking,
} from '../common/rules.ts';

/** The first K2 models, and everything before them. */
const UNTHINKING = /moonshot-v1|kimi-k2-(?:0|instruct|turbo)/;
/** Models with `thinking.type`; the effort came with K3, which has nothing else. */
const SWITCHABLE = /kimi-k2\.[56]/;
const BY_SWITCH_ALWAYS_ON = /kimi-k2\.7|kimi-k2-thinking/;

export function planKimi(draft: Draft): void {
  if (UNTHINKING.test(draft.model)) return refuseUnthinking(draft, 'Use Kimi K2.5 or later.');
  const byEffort = !SWITCHABLE.test(draft.model) && !BY_SWITCH_ALWAYS_ON.test(draft.model);
  refuseBudget(draft, byEffort ? 'Use an effort: low, high, max.' : 'Leave the budget out.');
  if (wantsNoThinking(draft)) {
    if (!SWITCHABLE.test(draft.model)) return refuseOff(draft, byEffort ? "Wish for effort: 'low'." : 'Use Kimi K2.6.');
    draft.set('thinking.type', 'disabled');
    return noThinking(draft);
  }
  setEffort(draft, 'reasoning_effort', byEffort ? ['low', 'high', 'max'] : []);
  if (!byEffort) draft.set('thinking.type', 'enabled');
  refuseOwnSwitch(draft, byEffort);
  refuseRequired(draft);
  // "invalid temperature: only 1 is allowed for this model" (vendor's answer to any other)
  const fixed = `the sampling of ${draft.model} is fixed`;
  refuseSampling(draft, ['temperature'], [fixed, (value) => value === 1]);
  draft.note('After a call of a tool, reasoning_content has to go back with the message that held it.');
}

/** K3 takes only the effort. */
function refuseOwnSwitch(draft: Draft, byEffort: boolean): void {
  if (!byEffort || draft.read('thinking') === undefined) return;
  const message = `${draft.model} always thinks and takes no thinking setting.`;
  draft.refuse('SETTING_REFUSED', 'thinking', [message, 'Leave thinking out; an effort says how much.']);
}

/** A named function is accepted; only the word is refused. */
function refuseRequired(draft: Draft): void {
  if (draft.read('tool_choice') !== 'required') return;
  const message = "Kimi refuses tool_choice 'required'.";
  draft.refuse('FORCED_TOOL_REFUSED', 'tool_choice', [message, "Use 'auto', and ask for the tool in the prompt."]);
}
