/** Cerebras (providers.md §9). */
import type { Draft } from '../common/draft.ts';
import {
  planUnthinking,
  refuseBudget,
  refuseOwnOff,
  setEffort,
  setOffByEffort,
  wantsNoThinking,
} from '../common/rules.ts';
import { neverThinks } from './open-models.ts';

/**
 * Unset means `text_parsed` for gpt-oss and GLM, `raw` for Qwen (Cerebras' guide). `disable_reasoning` is the old
 * switch.
 */
const GPT_OSS = /gpt-oss/i;
const GPT_OSS_EFFORTS = ['low', 'medium', 'high'] as const;
const EFFORTS = ['none', ...GPT_OSS_EFFORTS] as const;

export function planCerebras(draft: Draft): void {
  if (neverThinks(draft.model)) return planUnthinking(draft, 'Use gpt-oss, Qwen 3 or GLM.');
  refuseBudget(draft, 'Use an effort.');
  const gptOss = GPT_OSS.test(draft.model);
  const efforts = gptOss ? GPT_OSS_EFFORTS : EFFORTS;
  if (wantsNoThinking(draft)) return setOffByEffort(draft, 'reasoning_effort', efforts);
  if (draft.read('disable_reasoning') === true) refuseOwnOff(draft, 'disable_reasoning');
  // On gpt-oss, `raw` joins the thought to the answer without tags, so they cannot be separated.
  draft.show('reasoning_format', 'parsed', gptOss ? ['text_parsed'] : ['text_parsed', 'raw']);
  setEffort(draft, 'reasoning_effort', efforts);
}
