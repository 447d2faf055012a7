/** Gemini: native, Interactions and the OpenAI-compatible endpoint (providers.md §5). */
import type { Draft } from '../common/draft.ts';
import {
  budgetWithin,
  noThinking,
  noteUnknownModel,
  refuseAnyEffort,
  refuseBudget,
  refuseOff,
  refuseOwnOff,
  refuseUnthinking,
  setEffort,
  wantsNoThinking,
} from '../common/rules.ts';
import type { ReasoningEffort } from '../common/target.ts';

const GEMINI = /gemini-(\d+)(?:\.(\d+))?(?:-([a-z]+(?:-lite)?))?/i;
const ALL_LEVELS = ['minimal', 'low', 'medium', 'high'] as const;
const NEWEST = 4;

interface Gemini {
  isKnownVersion: boolean;
  /** `2.5`. Up to it thinking is set by budget, after it by level. */
  version: number;
  /** `pro`, `flash`, `flash-lite`, a name. */
  variant: string;
}

function geminiOf(model: string): Gemini {
  const [, major, minor = '0', variant = ''] = GEMINI.exec(model) ?? [];
  const isKnownVersion = major !== undefined && Number(major) <= NEWEST;
  return {
    isKnownVersion,
    version: isKnownVersion ? Number(major) + Number(minor) / 10 : NEWEST,
    variant: variant.toLowerCase(),
  };
}

/**
 * By Google's table of thinking levels: Pro has never had `minimal`, 3.0 Pro not even `medium`, Flash lost `minimal`
 * with 3.7.
 */
function levelsOf({ version, variant }: Gemini): readonly ReasoningEffort[] {
  if (variant === 'hydrogen') return ['low', 'medium', 'high', 'xhigh'];
  if (variant === 'pro') return version < 3.1 ? ['low', 'high'] : ['low', 'medium', 'high'];
  if (variant === 'flash' && version >= 3.7) return ['low', 'medium', 'high'];
  return ALL_LEVELS;
}

/** Where a wire format keeps the thinking settings. */
interface ThinkingPaths {
  include: string;
  includeValue: unknown;
  budget: string;
  level: string;
}

export function planGemini(draft: Draft): void {
  const config = 'generationConfig.thinkingConfig';
  const include = { include: `${config}.includeThoughts`, includeValue: true };
  planThinking(draft, { ...include, budget: `${config}.thinkingBudget`, level: `${config}.thinkingLevel` });
}

/** The `openai` client sends unknown fields unchanged, so `extra_body` is in the body under that very name. */
export function planGeminiChat(draft: Draft): void {
  const config = 'extra_body.google.thinking_config';
  if (draft.read('reasoning_effort') !== undefined) {
    const message = 'reasoning_effort and thinking_config exclude each other.';
    draft.refuse('SETTING_CONFLICT', 'reasoning_effort', [message, 'Leave it out, and wish for the effort here.']);
  }
  const include = { include: `${config}.include_thoughts`, includeValue: true };
  planThinking(draft, { ...include, budget: `${config}.thinking_budget`, level: `${config}.thinking_level` });
}

export function planInteractions(draft: Draft): void {
  if (!prepared(draft)) return;
  draft.text = 'summary';
  refuseBudget(draft, `Use an effort: ${ALL_LEVELS.join(', ')}.`);
  if (wantsNoThinking(draft)) return refuseOff(draft, "Wish for effort: 'minimal' or 'low'.");
  const model = geminiOf(draft.model);
  draft.show('generation_config.thinking_summaries', 'auto');
  setEffort(draft, 'generation_config.thinking_level', model.version < 3 ? ALL_LEVELS : levelsOf(model));
}

function planThinking(draft: Draft, paths: ThinkingPaths): void {
  const gemini = prepared(draft);
  if (!gemini) return;
  draft.text = 'summary';
  if (gemini.version < 3) planBudget(draft, gemini, paths);
  else planLevel(draft, gemini, paths);
}

function prepared(draft: Draft): Gemini | null {
  const gemini = geminiOf(draft.model);
  if (gemini.version < 2.5) refuseUnthinking(draft, 'Use Gemini 2.5 or later.');
  if (!gemini.isKnownVersion) noteUnknownModel(draft, `Gemini ${NEWEST}`);
  return gemini.version < 2.5 ? null : gemini;
}

/** Pro takes 128 to 32768, Flash and Flash-Lite up to 24576; -1 lets the model decide (Google's table of budgets). */
function planBudget(draft: Draft, { variant }: Gemini, paths: ThinkingPaths): void {
  const pro = variant === 'pro';
  refuseAnyEffort(draft, `Use budgetTokens: up to ${pro ? 32_768 : 24_576}, or -1 for as much as it likes.`);
  if (wantsNoThinking(draft)) {
    if (pro) return refuseOff(draft, 'Wish for budgetTokens: 128, the least it takes.');
    draft.set(paths.budget, 0);
    return noThinking(draft);
  }
  draft.show(paths.include, paths.includeValue);
  refuseBoth(draft, paths.level, 'by budget');
  if (draft.wish.budgetTokens === undefined && draft.read(paths.budget) === 0) refuseOwnOff(draft, paths.budget);
  const dynamic = draft.wish.budgetTokens === -1;
  const budget = dynamic ? -1 : budgetWithin(draft, pro ? 128 : 1, pro ? 32_768 : 24_576);
  if (budget !== undefined) draft.set(paths.budget, budget);
}

/** Since 3.5 a budget is a user error; 3.0 and 3.1 accepted one for a while (notes in the client's own types). */
function planLevel(draft: Draft, gemini: Gemini, paths: ThinkingPaths): void {
  const levels = levelsOf(gemini);
  if (wantsNoThinking(draft)) return refuseOff(draft, `Wish for effort: '${levels[0]}', the least it thinks.`);
  refuseBudget(draft, `Use an effort: ${levels.join(', ')}.`);
  draft.show(paths.include, paths.includeValue);
  refuseBoth(draft, paths.budget, 'by level');
  const { effort } = draft.wish;
  if (effort === undefined || !levels.includes(effort)) return setEffort(draft, paths.level, levels);
  // The enum of Google's own client is in capitals; lowercase is the same value.
  draft.set(paths.level, effort.toUpperCase(), [effort]);
}

function refuseBoth(draft: Draft, path: string, way: string): void {
  if (draft.read(path) === undefined) return;
  const message = `The thinking of ${draft.model} goes ${way}.`;
  draft.refuse('SETTING_REFUSED', path, [message, `Leave ${draft.spelled(path)} out.`]);
}

/** Google's client: `config` holds what goes over the wire as `generationConfig`. */
export function geminiClientPath(path: string): string {
  return path.replace(/^generationConfig\./, 'config.');
}
