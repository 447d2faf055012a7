/** Anthropic Messages, and Claude on every other host (providers.md §4). */
import { summarisesThinking } from '../../../thinking/thinking-model.ts';
import { claudeOf, type Claude } from './claude.ts';
import type { Draft } from '../common/draft.ts';
import {
  budgetWithin,
  hasTools,
  noThinking,
  noteUnknownModel,
  refuseForcedTool,
  refuseMaxTokens,
  refuseOff,
  refusePrefill,
  refuseSampling,
  refuseUnthinking,
  setEffort,
  wantsNoThinking,
} from '../common/rules.ts';

/** Where a wire format keeps the fields of Claude's rules. */
export interface ClaudePaths {
  thinking: string;
  effort: string;
  temperature: string;
  topP: string;
  topK: string;
  maxTokens: string;
  toolChoice: string;
  tools: string;
  /** A list of beta names in the body; null: they go in the `anthropic-beta` header. */
  betas: string | null;
}

const MESSAGES: ClaudePaths = {
  thinking: 'thinking',
  effort: 'output_config.effort',
  temperature: 'temperature',
  topP: 'top_p',
  topK: 'top_k',
  maxTokens: 'max_tokens',
  toolChoice: 'tool_choice',
  tools: 'tools',
  betas: null,
};

/** Anthropic's minimum, in tokens. */
const LEAST_BUDGET = 1024;
/** Models from 4.6 on need no header: adaptive thinking interleaves by default. */
const INTERLEAVED_BETA = 'interleaved-thinking-2025-05-14';

export function planMessages(draft: Draft): void {
  planClaude(draft, MESSAGES);
}

/** Bedrock InvokeModel: Anthropic's own body, beta names inside it (§12). */
export function planInvokeModel(draft: Draft): void {
  planClaude(draft, { ...MESSAGES, betas: 'anthropic_beta' });
}

export function planClaude(draft: Draft, paths: ClaudePaths): void {
  const claude = claudeOf(draft.model);
  if (!claude.thinks) return refuseUnthinking(draft, 'Use Claude 3.7 or later.');
  if (!claude.isKnownGeneration) noteUnknownModel(draft, 'the newest Claude');
  draft.text = summarisesThinking(draft.model) ? 'summary' : 'verbatim';
  if (wantsNoThinking(draft)) return switchOff(draft, claude, paths);
  const own = draft.read(`${paths.thinking}.type`);
  const betweenTools = draft.specialWish('betweenTools') || (claude.betweenTools && own === 'between_tools');
  const budget = betweenTools ? setBetweenTools(draft, claude, paths) : setThinking(draft, claude, paths);
  checkInterleaving(draft, claude, { paths, budget });
  if (claude.efforts.length > 0) setEffort(draft, paths.effort, claude.efforts);
  else refuseEffortOfOld(draft);
  if (claude.refusesSampling) refuseAlways(draft, paths);
  else refuseWhileThinking(draft, paths);
  if (claude.refusesForcedTools) refuseForcedTool(draft, paths.toolChoice, `${draft.model} takes none`);
  else if (budget !== undefined) refuseForcedTool(draft, paths.toolChoice, 'Claude is to think by a budget');
  refusePrefill(draft, 'refused while Claude thinks');
}

function switchOff(draft: Draft, claude: Claude, paths: ClaudePaths): void {
  const instead = claude.betweenTools ? 'Wish for betweenTools: true, the least it thinks.' : "Wish for effort: 'low'.";
  if (claude.off === 'no') return refuseOff(draft, instead);
  const effort = draft.read(paths.effort);
  if (claude.off === 'up to effort high' && (effort === 'xhigh' || effort === 'max')) {
    const message = `${draft.model} goes without thinking up to effort 'high' only.`;
    draft.refuse('EFFORT_UNSUPPORTED', paths.effort, [message, "Send effort 'high' or less."]);
  }
  draft.set(`${paths.thinking}.type`, 'disabled');
  if (claude.refusesSampling) refuseAlways(draft, paths);
  if (claude.refusesPrefill) refusePrefill(draft, `${draft.model} continues no turn of its own`);
  noThinking(draft);
}

/** Sets the kind of thinking and its display. Returns the budget, undefined when the model decides. */
function setThinking(draft: Draft, claude: Claude, paths: ClaudePaths): number | undefined {
  const own = draft.read(`${paths.thinking}.type`);
  const byBudget = !claude.adaptive || draft.wish.budgetTokens !== undefined || own === 'enabled';
  if (byBudget && claude.budget === 'refused') {
    const where = draft.wish.budgetTokens === undefined ? `${paths.thinking}.type` : 'wish.budgetTokens';
    const message = `${draft.model} takes no budget of thinking tokens, it decides by itself.`;
    draft.refuse('BUDGET_UNSUPPORTED', where, [message, `Use an effort: ${claude.efforts.join(', ')}.`]);
    return undefined;
  }
  const type = byBudget ? 'enabled' : 'adaptive';
  if (claude.omitsText || draft.read(`${paths.thinking}.display`) !== undefined) {
    draft.show(`${paths.thinking}.type`, type);
    draft.show(`${paths.thinking}.display`, 'summarized', ['updates']);
  } else draft.set(`${paths.thinking}.type`, type);
  if (!byBudget) return undefined;
  if (claude.budget === 'deprecated')
    draft.note(`Budgets are deprecated for ${draft.model}; an effort is the way now.`);
  return setBudget(draft, `${paths.thinking}.budget_tokens`);
}

/** A manual budget is not optional: `enabled` without one is refused. */
function setBudget(draft: Draft, path: string): number | undefined {
  const own = draft.read(path);
  if (draft.wish.budgetTokens === undefined && typeof own === 'number') return own;
  if (draft.wish.budgetTokens === undefined)
    draft.note(`A budget is required: ${LEAST_BUDGET} tokens, the least, is set.`);
  const budget = draft.wish.budgetTokens === undefined ? LEAST_BUDGET : budgetWithin(draft, LEAST_BUDGET);
  if (budget !== undefined) draft.set(path, budget);
  return budget;
}

/** The model's notes between tool calls come as text, without a display setting. */
function setBetweenTools(draft: Draft, claude: Claude, paths: ClaudePaths): undefined {
  if (!claude.betweenTools) {
    const message = `${draft.model} cannot think between tool calls only.`;
    return void draft.refuse('WISH_UNSUPPORTED', 'wish.betweenTools', [
      message,
      'Use Claude Sonnet 5.5, or another wish.',
    ]);
  }
  const effort = draft.wish.effort ?? draft.read(paths.effort);
  if (effort === 'xhigh' || effort === 'max') {
    const where = draft.wish.effort === undefined ? paths.effort : 'wish.effort';
    draft.refuse('EFFORT_UNSUPPORTED', where, [
      `Thinking between tools goes up to effort 'high'.`,
      "Use 'high' or less.",
    ]);
  }
  if (draft.wish.budgetTokens !== undefined) {
    const message = 'Thinking between tools takes no budget.';
    draft.refuse('BUDGET_UNSUPPORTED', 'wish.budgetTokens', [message, 'Leave the budget out.']);
  }
  draft.set(`${paths.thinking}.type`, 'between_tools');
}

function checkInterleaving(
  draft: Draft,
  claude: Claude,
  { paths, budget }: { paths: ClaudePaths; budget: number | undefined },
): void {
  const byHeader = claude.interleavesByHeader && budget !== undefined;
  const interleaved = draft.specialWish('interleaved');
  if (interleaved && byHeader) {
    if (paths.betas === null) draft.headers['anthropic-beta'] = INTERLEAVED_BETA;
    else draft.set(paths.betas, [INTERLEAVED_BETA]);
    return; // the budget may then exceed max_tokens: it applies to the whole turn
  }
  if (interleaved && !claude.adaptive) {
    const message = `${draft.model} cannot think between tool calls.`;
    draft.refuse('WISH_UNSUPPORTED', 'wish.interleaved', [message, 'Use Claude 4 or later.']);
  }
  if (byHeader && hasTools(draft, paths.tools)) {
    draft.note(
      'It thinks before the first tool call only; wish for interleaved: true to have it think between them, too.',
    );
  }
  if (budget !== undefined) refuseMaxTokens(draft, paths.maxTokens, budget);
}

function refuseEffortOfOld(draft: Draft): void {
  if (draft.wish.effort === undefined) return;
  const message = `${draft.model} takes no effort.`;
  draft.refuse('EFFORT_UNSUPPORTED', 'wish.effort', [message, `Use budgetTokens, ${LEAST_BUDGET} or more.`]);
}

/** Any value, the default included: "`temperature` is deprecated for this model" (vendor's answer). */
function refuseAlways(draft: Draft, { temperature, topP, topK }: ClaudePaths): void {
  refuseSampling(draft, [temperature, topP, topK], [`${draft.model} takes no sampling settings`]);
}

function refuseWhileThinking(draft: Draft, { temperature, topP, topK }: ClaudePaths): void {
  const reason = 'temperature must be 1 and top_p at least 0.95 while Claude thinks, and top_k is not taken';
  refuseSampling(
    draft,
    [temperature, topP, topK],
    [
      reason,
      (value, path) => path !== topK && typeof value === 'number' && value <= 1 && value >= (path === topP ? 0.95 : 1),
    ],
  );
}
