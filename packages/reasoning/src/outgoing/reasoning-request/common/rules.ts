/** Rules that several providers share; each takes the setting's path and the reason. */
import type { Draft } from './draft.ts';
import { isBody } from './settings.ts';
import type { ReasoningEffort } from './target.ts';

export function wantsNoThinking({ wish }: Draft): boolean {
  return wish.effort === 'none' || wish.budgetTokens === 0;
}

/** Ends a plan that switches thinking off. */
export function noThinking(draft: Draft): void {
  draft.text = 'none';
  draft.note('Thinking is switched off: there is nothing to show.');
}

export function refuseOff(draft: Draft, fix: string): void {
  const where = draft.wish.effort === 'none' ? 'wish.effort' : 'wish.budgetTokens';
  draft.refuse('CANNOT_BE_SWITCHED_OFF', where, [`The thinking of ${draft.model} cannot be switched off.`, fix]);
}

export function refuseUnthinking(draft: Draft, fix: string): void {
  draft.refuse('MODEL_DOES_NOT_THINK', 'target.model', [`${draft.model} does not think before it answers.`, fix]);
}

/** For a model that never thinks: `none` is what it does anyway, and the setting itself would be refused. */
export function planUnthinking(draft: Draft, fix: string): void {
  if (wantsNoThinking(draft)) noThinking(draft);
  else refuseUnthinking(draft, fix);
}

/** 0 is not a budget: it switches thinking off. */
export function refuseBudget(draft: Draft, fix: string): void {
  if (draft.wish.budgetTokens === undefined || draft.wish.budgetTokens === 0) return;
  const message = `${draft.model} takes no budget of thinking tokens here.`;
  draft.refuse('BUDGET_UNSUPPORTED', 'wish.budgetTokens', [message, fix]);
}

/** Where effort `none` is the switch. */
export function setOffByEffort(draft: Draft, path: string, efforts: readonly ReasoningEffort[] | undefined): void {
  if (efforts && !efforts.includes('none')) return refuseOff(draft, `Wish for effort: '${efforts[0]}'.`);
  draft.set(path, 'none');
  noThinking(draft);
}

/**
 * Sets the requested effort at the path when the model supports it. `efforts` undefined: the supported ones are
 * unknown, so any passes.
 */
export function setEffort(draft: Draft, path: string, efforts: readonly ReasoningEffort[] | undefined): void {
  const { effort } = draft.wish;
  const own = draft.read(path);
  if (effort !== undefined) {
    if (efforts && !efforts.includes(effort)) refuseEffort(draft, ['wish.effort', effort], efforts);
    else draft.set(path, effort);
  } else if (own === 'none' && (efforts?.includes('none') ?? true)) {
    refuseOwnOff(draft, path);
  } else if (efforts && typeof own === 'string' && !efforts.some((accepted) => accepted === own.toLowerCase())) {
    refuseEffort(draft, [path, own], efforts);
  }
}

/** The caller's own request switches thinking off, but the wish asks for it. */
export function refuseOwnOff(draft: Draft, path: string): void {
  const spelled = draft.spelled(path);
  const message = `Your request switches thinking off by ${spelled}: there would be nothing to show.`;
  draft.refuse('SETTING_CONFLICT', path, [message, `Leave ${spelled} out, or wish for effort: 'none'.`]);
}

function refuseEffort(draft: Draft, [where, effort]: [string, string], efforts: readonly ReasoningEffort[]): void {
  const message = `${draft.model} has no effort '${effort}'.`;
  const fix = efforts.length === 0 ? 'Leave the effort out.' : `It takes ${efforts.join(', ')}.`;
  draft.refuse('EFFORT_UNSUPPORTED', where, [message, fix]);
}

/** For providers without any effort setting; `none` is not checked here. */
export function refuseAnyEffort(draft: Draft, fix: string): void {
  if (draft.wish.effort === undefined || draft.wish.effort === 'none') return;
  draft.refuse('EFFORT_UNSUPPORTED', 'wish.effort', [`${draft.model} takes no effort here.`, fix]);
}

/** undefined without a wish; a wish out of range is refused. The caller handles `budgetTokens: 0` first. */
export function budgetWithin(draft: Draft, least: number, most = Infinity): number | undefined {
  const { budgetTokens } = draft.wish;
  if (budgetTokens === undefined) return undefined;
  if (Number.isInteger(budgetTokens) && budgetTokens >= least && budgetTokens <= most) return budgetTokens;
  const range = most === Infinity ? `at least ${least}` : `${least} to ${most}`;
  const message = `A budget of ${budgetTokens} thinking tokens is out of range for ${draft.model}.`;
  draft.refuse('BUDGET_OUT_OF_RANGE', 'wish.budgetTokens', [message, `Give a whole number: ${range}.`]);
  return undefined;
}

/**
 * Refuses each of these settings that the request has and `fine` does not accept. A setting that a provider ignores is
 * a note; only those answered with 400 are refused.
 */
export function refuseSampling(
  draft: Draft,
  paths: readonly string[],
  [reason, isAccepted]: [reason: string, fine?: (value: unknown, path: string) => boolean],
): void {
  for (const path of paths) {
    const value = draft.read(path);
    if (value === undefined || isAccepted?.(value, path)) continue;
    const message = `${draft.spelled(path)} is refused: ${reason}.`;
    draft.refuse('SAMPLING_REFUSED', path, [message, `Leave ${draft.spelled(path)} out.`]);
  }
}

/** The model could not think first if it had to begin with a call. */
export function refuseForcedTool(draft: Draft, path: string, reason: string): void {
  if (!isForced(draft.read(path))) return;
  const fix = `Leave the choice to the model, and ask for the tool in the prompt.`;
  draft.refuse('FORCED_TOOL_REFUSED', path, [`A forced tool choice is refused: ${reason}.`, fix]);
}

/** `required`, `any`, a named function or tool: in the forms of OpenAI, Anthropic, Mistral and Bedrock. */
function isForced(choice: unknown): boolean {
  if (typeof choice === 'string') return choice === 'required' || choice === 'any';
  if (!isBody(choice)) return false;
  return ['any', 'tool', 'function'].some((kind) => choice['type'] === kind || isBody(choice[kind]));
}

/**
 * A last assistant turn that ends in text is a prefill to continue. One that ends in a block of a server tool is a
 * paused turn.
 */
export function refusePrefill(draft: Draft, reason: string): void {
  const messages = draft.read('messages');
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined;
  if (!isBody(last) || last['role'] !== 'assistant') return;
  const { content } = last;
  const blocks: unknown[] = Array.isArray(content) ? content : [{ type: 'text', text: content }];
  const paused = blocks.some((block) => isBody(block) && /^server_tool/.test(stringOrEmpty(block['type'])));
  const end = blocks.at(-1);
  if (paused || !isBody(end) || typeof end['text'] !== 'string') return;
  const fix = 'End with a turn of the user; ask there for the form the answer should have.';
  draft.refuse('PREFILL_REFUSED', 'messages', [`The last turn is the assistant's own text: ${reason}.`, fix]);
}

function stringOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The limit applies to thinking and answer together, in tokens. */
export function refuseMaxTokens(draft: Draft, path: string, budget: number): void {
  const limit = draft.read(path);
  if (typeof limit !== 'number' || limit > budget) return;
  const message = `${draft.spelled(path)} is ${limit}, and thinking alone may take ${budget}.`;
  draft.refuse('MAX_TOKENS_TOO_SMALL', path, [
    message,
    `Raise ${draft.spelled(path)} above the budget, or lower the budget.`,
  ]);
}

/** False for an empty list. */
export function hasTools(draft: Draft, path = 'tools'): boolean {
  const tools = draft.read(path);
  return Array.isArray(tools) && tools.length > 0;
}

export function noteUnknownModel(draft: Draft, rules: string): void {
  draft.caution(
    `${draft.model} is not known here: the rules of ${rules} are used. Of a deployment, name the model it serves.`,
  );
}
