/** Bedrock Converse (providers.md §12): each maker's own fields, in `additionalModelRequestFields`. */
import { planClaude } from './anthropic.ts';
import { isClaude } from './claude.ts';
import type { Draft } from '../common/draft.ts';
import {
  noThinking,
  refuseAnyEffort,
  refuseBudget,
  refuseOff,
  refuseSampling,
  setEffort,
  wantsNoThinking,
} from '../common/rules.ts';

const FIELDS = 'additionalModelRequestFields';
const NOVA = /nova/i;
/** Converse passes the fields through; these two vendors take a flat effort. */
const BY_FLAT_EFFORT = /gpt-oss|deepseek/i;
const EFFORTS = ['low', 'medium', 'high'] as const;

export function planConverse(draft: Draft): void {
  if (isClaude(draft.model)) return planClaudeOnConverse(draft);
  refuseBudget(draft, 'Use an effort.');
  if (NOVA.test(draft.model)) return planNova(draft);
  if (wantsNoThinking(draft)) return refuseOff(draft, 'Leave it out.');
  if (BY_FLAT_EFFORT.test(draft.model)) return setEffort(draft, `${FIELDS}.reasoning_effort`, EFFORTS);
  refuseAnyEffort(draft, 'Leave it out.');
  draft.note(`Which fields ${draft.model} takes on Bedrock is not known here; nothing is set.`);
}

function planClaudeOnConverse(draft: Draft): void {
  planClaude(draft, {
    thinking: `${FIELDS}.thinking`,
    effort: `${FIELDS}.output_config.effort`,
    temperature: 'inferenceConfig.temperature',
    topP: 'inferenceConfig.topP',
    topK: `${FIELDS}.top_k`,
    maxTokens: 'inferenceConfig.maxTokens',
    toolChoice: 'toolConfig.toolChoice',
    tools: 'toolConfig.tools',
    betas: `${FIELDS}.anthropic_beta`,
  });
}

/** Amazon shows the placeholder `[REDACTED]` in place of Nova's thinking, and bills the tokens. */
function planNova(draft: Draft): void {
  const config = `${FIELDS}.reasoningConfig`;
  if (wantsNoThinking(draft)) {
    draft.set(`${config}.type`, 'disabled');
    return noThinking(draft);
  }
  draft.set(`${config}.type`, 'enabled');
  setEffort(draft, `${config}.maxReasoningEffort`, EFFORTS);
  const effort = draft.wish.effort ?? draft.read(`${config}.maxReasoningEffort`);
  // Amazon's guide: with high effort the model chooses length and sampling.
  if (effort === 'high') {
    const limits = ['inferenceConfig.maxTokens', 'inferenceConfig.temperature', 'inferenceConfig.topP'];
    refuseSampling(draft, limits, ["Nova takes none with effort 'high'"]);
  }
  draft.text = 'none';
  draft.caution('Nova thinks out of sight: what comes is the placeholder [REDACTED].');
}
