/** Mistral (providers.md §9). */
import type { Draft } from '../common/draft.ts';
import {
  refuseBudget,
  refuseOff,
  refuseUnthinking,
  setEffort,
  setOffByEffort,
  wantsNoThinking,
} from '../common/rules.ts';
import type { ReasoningEffort } from '../common/target.ts';

/** Models that take no effort: code, edge and audio models, and Large before 4 (Mistral's own list of models). */
const UNTHINKING = /codestral|ministral|mistral-code|voxtral|mistral-large-(?:latest|2)|pixtral|mistral-(?:tiny|nemo)/;
/** The first Magistral models: a system prompt of Mistral's makes them think. */
const BY_PROMPT = /magistral-(?:small|medium)-250\d/;
/** They cannot be switched off; GLM on Mistral is Z.ai's, with its three levels. */
const LARGE_4 = /mistral-large-4/;
const GLM = /glm-(?:5(?:-3|$)|latest)/;

/** The efforts of the model, `none` among them: it thinks only when requested. */
function effortsOf(model: string): readonly ReasoningEffort[] {
  if (LARGE_4.test(model)) return ['low', 'medium', 'high'];
  if (GLM.test(model)) return ['low', 'high', 'max'];
  return ['none', 'high'];
}

export function planMistral(draft: Draft): void {
  if (BY_PROMPT.test(draft.model)) planByPrompt(draft);
  else planByEffort(draft, 'reasoning_effort');
}

/** This API has no `prompt_mode`. */
export function planMistralConversations(draft: Draft): void {
  if (BY_PROMPT.test(draft.model)) refuseUnthinking(draft, "Use the API 'mistral.chat' with this model.");
  else planByEffort(draft, 'completion_args.reasoning_effort');
}

function planByEffort(draft: Draft, path: string): void {
  if (UNTHINKING.test(draft.model)) return refuseUnthinking(draft, 'Use Magistral, Mistral Medium, Small or Large 4.');
  const efforts = effortsOf(draft.model);
  refuseBudget(draft, `Use an effort: ${efforts.join(', ')}.`);
  if (wantsNoThinking(draft)) return setOffByEffort(draft, path, efforts);
  if (draft.wish.effort !== undefined || !efforts.includes('none')) return setEffort(draft, path, efforts);
  draft.set(path, 'high');
}

function planByPrompt(draft: Draft): void {
  refuseBudget(draft, 'Leave the budget out.');
  if (wantsNoThinking(draft)) return refuseOff(draft, 'Use Mistral Medium or Small.');
  setEffort(draft, 'reasoning_effort', []);
  draft.set('prompt_mode', 'reasoning');
}
