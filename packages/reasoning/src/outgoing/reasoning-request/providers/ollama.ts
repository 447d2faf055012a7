/** Ollama: its own API and the OpenAI-compatible one (providers.md §7). */
import type { Draft } from '../common/draft.ts';
import {
  noThinking,
  planUnthinking,
  refuseBudget,
  refuseOff,
  setEffort,
  setOffByEffort,
  wantsNoThinking,
} from '../common/rules.ts';
import { neverThinks } from './open-models.ts';

/** `max` is newer than the types of the client. */
const LEVELS = ['low', 'medium', 'high', 'max'] as const;
const CHAT_EFFORTS = ['none', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
const DEFAULT_LEVEL = 'medium';
/** The model's template has a level and no switch. */
const NEEDS_LEVEL = /gpt-oss/i;

export function planOllama(draft: Draft): void {
  // Ollama answers 400 to any wish for thinking for these.
  if (neverThinks(draft.model)) return planUnthinking(draft, 'Use gpt-oss, Qwen 3 or DeepSeek R1.');
  refuseBudget(draft, `Use an effort: ${LEVELS.join(', ')}.`);
  const needsLevel = NEEDS_LEVEL.test(draft.model);
  if (wantsNoThinking(draft)) {
    if (needsLevel) return refuseOff(draft, "Wish for effort: 'low'.");
    draft.set('think', false);
    return noThinking(draft);
  }
  if (draft.wish.effort !== undefined) return setEffort(draft, 'think', LEVELS);
  if (needsLevel) {
    draft.set('think', DEFAULT_LEVEL, LEVELS);
    return draft.note(`gpt-oss needs a level: '${DEFAULT_LEVEL}' is set unless you have one.`);
  }
  draft.set('think', true, LEVELS);
  draft.note('A model that cannot think answers 400 to this.');
}

/** Models that can think do so by default, and the thinking is returned. */
export function planOllamaChat(draft: Draft): void {
  refuseBudget(draft, `Use an effort: ${CHAT_EFFORTS.join(', ')}.`);
  if (wantsNoThinking(draft)) {
    if (NEEDS_LEVEL.test(draft.model)) return refuseOff(draft, "Wish for effort: 'low'.");
    return setOffByEffort(draft, 'reasoning_effort', CHAT_EFFORTS);
  }
  setEffort(draft, 'reasoning_effort', CHAT_EFFORTS);
  if (draft.wish.effort === 'xhigh') draft.note("Ollama takes 'xhigh' for 'max'.");
}
