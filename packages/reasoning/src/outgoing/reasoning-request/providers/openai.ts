/** OpenAI's Responses and Chat Completions, also on Azure and Bedrock (providers.md §2, §3). */
import type { Draft } from '../common/draft.ts';
import {
  hasTools,
  noteUnknownModel,
  refuseBudget,
  refuseSampling,
  refuseUnthinking,
  setEffort,
  setOffByEffort,
  wantsNoThinking,
} from '../common/rules.ts';
import type { ReasoningEffort } from '../common/target.ts';

const USE_EFFORT = 'Use an effort.';
/** On Responses, top_logprobs replaces logprobs; Chat Completions has both. */
const SAMPLING = ['temperature', 'top_p', 'top_logprobs'];
const GPT = /(?:^|[/.:])gpt-(\d+)(?:\.(\d+))?(?:-([a-z][a-z-]*))?/i;
const O_SERIES = /(?:^|[/.:])o\d(?:-|$)/i;
/** `gpt-5-chat` has no thinking; the later `-chat-latest` names have. */
const UNTHINKING = /(?:^|[/.:])(?:gpt-(?:3|4|5-chat)|chatgpt-4|gpt-audio)/i;
/** Open weights: their thinking is readable on every API that serves them. */
const OPEN_WEIGHTS = /gpt-oss|deepseek/i;

interface OpenAiModel {
  isKnownVersion: boolean;
  thinks: boolean;
  open: boolean;
  /** `5.6`; 0 for the o series. */
  version: number;
  efforts: readonly ReasoningEffort[] | undefined;
}

export function openAiModelOf(name: string): OpenAiModel {
  if (OPEN_WEIGHTS.test(name)) {
    return { isKnownVersion: true, thinks: true, open: true, version: 0, efforts: ['low', 'medium', 'high'] };
  }
  if (UNTHINKING.test(name)) return { isKnownVersion: true, thinks: false, open: false, version: 0, efforts: [] };
  if (O_SERIES.test(name)) {
    return { isKnownVersion: true, thinks: true, open: false, version: 0, efforts: ['low', 'medium', 'high'] };
  }
  const [, major, minor = '0', variant = ''] = GPT.exec(name) ?? [];
  const isKnownVersion = major !== undefined && Number(major) <= 6;
  const version = isKnownVersion ? Number(major) + Number(minor) / 10 : 6.1;
  return { isKnownVersion, thinks: true, open: false, version, efforts: effortsOf(version, variant) };
}

/**
 * By generation, as OpenAI's model pages list them: only gpt-5 has `minimal`; `none` came with 5.1, `xhigh` with 5.2,
 * `max` with 5.6.
 */
function effortsOf(version: number, variant: string): readonly ReasoningEffort[] | undefined {
  if (/pro|codex|chat/.test(variant)) return undefined; // they differ, and no table lists how
  if (version < 5.1) return ['minimal', 'low', 'medium', 'high'];
  if (version < 5.2) return ['none', 'low', 'medium', 'high'];
  if (version < 5.6) return ['none', 'low', 'medium', 'high', 'xhigh'];
  const always = variant === 'astra' || (version >= 6.1 && variant === 'sol');
  return always ? ['low', 'medium', 'high', 'xhigh', 'max'] : ['none', 'low', 'medium', 'high', 'xhigh', 'max'];
}

/** §2.4: `output_tokens` includes the thinking either way, so the summary adds nothing to the bill. */
export function planResponses(draft: Draft): void {
  const model = prepared(draft);
  if (!model) return;
  refuseBudget(draft, USE_EFFORT);
  keepForNextTurn(draft);
  if (!planEffort(draft, 'reasoning.effort', model) || model.open) return;
  draft.text = 'summary';
  showSummary(draft);
  if (draft.wish.summary === 'concise' && model.version <= 5) {
    const message = `${draft.model} has no concise summaries.`;
    draft.refuse('WISH_UNSUPPORTED', 'wish.summary', [message, "Wish for 'auto' or 'detailed'."]);
  }
  draft.caution('Some models give summaries only to verified organisations.');
}

/** Responses of OpenAI, xAI and OpenRouter: off by default. */
export function showSummary(draft: Draft): void {
  const summary = draft.specialWish('summary');
  draft.show('reasoning.summary', summary ?? 'auto', summary ? [] : ['concise', 'detailed']);
}

/** Without storage, the thinking comes back encrypted; other hosts and old models send it only on request. */
export function keepForNextTurn(draft: Draft): void {
  const stateless = draft.specialWish('stateless');
  if (stateless) draft.set('store', false);
  if (stateless || draft.read('store') === false) draft.set('include', ['reasoning.encrypted_content']);
}

/** §3.1: it takes only the effort; a forced tool is accepted. */
export function planChat(draft: Draft): void {
  const model = prepared(draft);
  if (!model) return;
  refuseBudget(draft, USE_EFFORT);
  checkChatTools(draft, model);
  if (!planEffort(draft, 'reasoning_effort', model) || model.open) return;
  if (draft.read('max_tokens') !== undefined) {
    const message = `${draft.model} takes no max_tokens.`;
    draft.refuse('SETTING_REFUSED', 'max_tokens', [message, 'Use max_completion_tokens; it counts the thinking, too.']);
  }
  draft.text = 'none';
  draft.elsewhere = 'openai.responses';
  draft.caution('Chat Completions shows no thinking of any model; the Responses API shows a summary.');
}

/** False when thinking is switched off. */
function planEffort(draft: Draft, path: string, model: OpenAiModel): boolean {
  const off = wantsNoThinking(draft);
  if (off) setOffByEffort(draft, path, model.efforts);
  else setEffort(draft, path, model.efforts);
  checkSampling(draft, model, off);
  return !off;
}

function prepared(draft: Draft): OpenAiModel | null {
  const model = openAiModelOf(draft.model);
  if (!model.thinks) refuseUnthinking(draft, 'Use GPT-5 or later, or an o model.');
  if (!model.isKnownVersion) noteUnknownModel(draft, 'GPT-6.1');
  return model.thinks ? model : null;
}

/** GPT-6 always refuses them; 5.1 to 5.6 while they think; older ones accept only the default values. */
function checkSampling(draft: Draft, { version, open }: OpenAiModel, off: boolean): void {
  if (open || (off && version < 6)) return;
  const reason = `${draft.model} takes no sampling settings while it thinks`;
  refuseSampling(draft, SAMPLING, [reason, (value) => version < 6 && value === 1]);
  if (version >= 6) refuseSampling(draft, ['logprobs'], [reason, (value) => value === false]);
}

/** 5.6 refuses function tools even when no effort is sent, because its default is to think (§2.4). */
function checkChatTools(draft: Draft, { version }: OpenAiModel): void {
  const off = wantsNoThinking(draft) || draft.read('reasoning_effort') === 'none';
  if (!hasTools(draft) || version < 5.6 || (version < 6 && off)) return;
  const message = `${draft.model} calls no tools on Chat Completions${version < 6 ? ' while it thinks' : ''}.`;
  const fix = `Use the Responses API${version < 6 ? ", or effort: 'none'" : ''}.`;
  draft.refuse('TOOLS_REFUSED', 'tools', [message, fix]);
}
