import { describe, expect, test } from 'vitest';
import { reasoningRequest } from './index.ts';
import type { ReasoningErrorCode, ReasoningTarget, ReasoningWish, ThinkingText } from './common/target.ts';

/** [section of providers.md and rule, target, wish, request, what goes into the request, how it is readable] */
type Accepted = [string, ReasoningTarget, ReasoningWish, object, Record<string, unknown>, ThinkingText];
/** [section of providers.md and rule, target, wish, request, code, where] */
type Refused = [string, ReasoningTarget, ReasoningWish, object, ReasoningErrorCode, string];

const to = (provider: string, model: string, api?: ReasoningTarget['api']): ReasoningTarget => ({
  provider,
  model,
  ...(api && { api }),
});
const openai = (model: string) => to('openai', model);
const chat = (model: string) => to('openai', model, 'openai.chat');
const claude = (model: string) => to('anthropic', model);
const gemini = (model: string) => to('google', model);

const TOOLS = [{ type: 'function', function: { name: 'f' } }];
const QUESTION = { role: 'user', content: 'Why?' };
const PREFILL = { messages: [QUESTION, { role: 'assistant', content: 'Because' }] };
const SUMMARIZED = { type: 'adaptive', display: 'summarized' };

// prettier-ignore
const ACCEPTED: Accepted[] = [
  ['2.4 a summary is off unless asked', openai('gpt-5.6-sol'), {}, {}, { reasoning: { summary: 'auto' } }, 'summary'],
  ['2.4 effort and the length of the summary', openai('gpt-6.1-sol'), { effort: 'max', summary: 'detailed' }, {}, { reasoning: { effort: 'max', summary: 'detailed' } }, 'summary'],
  ['2.4 effort none', openai('gpt-6-sol'), { effort: 'none' }, {}, { reasoning: { effort: 'none' } }, 'none'],
  ['2.4 a budget of 0 is no thinking', openai('gpt-5.2'), { budgetTokens: 0 }, {}, { reasoning: { effort: 'none' } }, 'none'],
  ['2.4 encrypted content for stateless use', openai('gpt-5'), { stateless: true }, {}, { store: false, include: ['reasoning.encrypted_content'], reasoning: { summary: 'auto' } }, 'summary'],
  ['2.4 store: false of the caller asks for it, too, beside what is included already', openai('gpt-5'), {}, { store: false, include: ['message.output_text.logprobs'] }, { include: ['message.output_text.logprobs', 'reasoning.encrypted_content'], reasoning: { summary: 'auto' } }, 'summary'],
  ['2.4 forced tool_choice is fine', openai('gpt-6-sol'), {}, { tools: TOOLS, tool_choice: 'required' }, { reasoning: { summary: 'auto' } }, 'summary'],
  ['2.1 gpt-oss shows its own words', to('bedrock', 'openai.gpt-oss-120b-1:0', 'openai.responses'), {}, {}, {}, 'verbatim'],
  ['3.1 Chat Completions shows no text of any model', chat('gpt-5.2'), { effort: 'high' }, {}, { reasoning_effort: 'high' }, 'none'],
  ['2.4 GPT-5.6 on Chat Completions takes tools with effort none', chat('gpt-5.6-sol'), { effort: 'none' }, { tools: TOOLS }, { reasoning_effort: 'none' }, 'none'],
  ['3.1 Azure is as OpenAI', to('azure.ai.openai', 'gpt-5.4'), {}, {}, { reasoning: { summary: 'auto' } }, 'summary'],
  ['3.1 open models deployed on Azure show theirs', to('azure', 'DeepSeek-V3.2', 'openai.chat'), {}, {}, {}, 'verbatim'],

  ['4 adaptive since 4.6, summarized by default there', claude('claude-opus-4-6'), {}, {}, { thinking: { type: 'adaptive' } }, 'summary'],
  ['4 display is omitted by default since opus-4-7', claude('claude-opus-4-7'), {}, {}, { thinking: SUMMARIZED }, 'summary'],
  ['4 effort is output_config.effort', claude('claude-opus-5-5'), { effort: 'xhigh' }, { output_config: { format: { type: 'json_schema' } } }, { thinking: SUMMARIZED, output_config: { format: { type: 'json_schema' }, effort: 'xhigh' } }, 'summary'],
  ['4 a budget up to 4.5', claude('claude-sonnet-4-5-20250929'), { budgetTokens: 4096 }, { max_tokens: 8000 }, { thinking: { type: 'enabled', budget_tokens: 4096 } }, 'summary'],
  ['4 the least budget when none is wished', claude('claude-haiku-4-5'), {}, {}, { thinking: { type: 'enabled', budget_tokens: 1024 } }, 'summary'],
  ['4 the budget of the request stays', claude('claude-opus-4-1'), {}, { thinking: { type: 'enabled', budget_tokens: 5000 } }, { thinking: { type: 'enabled', budget_tokens: 5000 } }, 'summary'],
  ['4 a budget is deprecated on 4.6, and still taken', claude('claude-sonnet-4-6'), { budgetTokens: 2048 }, {}, { thinking: { type: 'enabled', budget_tokens: 2048 } }, 'summary'],
  ['4 Claude 3.7 shows its own words', claude('claude-3-7-sonnet-latest'), { budgetTokens: 1024 }, {}, { thinking: { type: 'enabled', budget_tokens: 1024 } }, 'verbatim'],
  ['4 between_tools on sonnet-5-5', claude('claude-sonnet-5-5'), { betweenTools: true }, {}, { thinking: { type: 'between_tools' } }, 'summary'],
  ['4 between_tools of the caller stays', claude('claude-sonnet-5-5'), {}, { thinking: { type: 'between_tools' } }, { thinking: { type: 'between_tools' } }, 'summary'],
  ['4 disabled where it can be', claude('claude-opus-5'), { effort: 'none' }, { output_config: { effort: 'high' } }, { thinking: { type: 'disabled' } }, 'none'],
  ['4 beta display updates serves as well', claude('claude-opus-5-5'), {}, { thinking: { type: 'adaptive', display: 'updates' } }, { thinking: { type: 'adaptive', display: 'updates' } }, 'summary'],
  ['4 forced tools with adaptive', claude('claude-opus-4-8'), {}, { tool_choice: { type: 'any' } }, { thinking: SUMMARIZED }, 'summary'],
  ['4 temperature 1 while older models think', claude('claude-sonnet-4-5'), { budgetTokens: 1024 }, { temperature: 1, top_p: 0.97 }, { thinking: { type: 'enabled', budget_tokens: 1024 } }, 'summary'],
  ['4 a paused turn is no prefill', claude('claude-opus-5'), {}, { messages: [QUESTION, { role: 'assistant', content: [{ type: 'server_tool_use' }, { type: 'text', text: 'a' }] }] }, { thinking: SUMMARIZED }, 'summary'],
  ['4 Claude on Vertex', to('gcp.vertex_ai', 'claude-opus-4-8@20260501'), {}, {}, { thinking: SUMMARIZED }, 'summary'],

  ['5.1 thoughts only with includeThoughts', gemini('gemini-3.1-pro-preview'), {}, {}, { config: { thinkingConfig: { includeThoughts: true } } }, 'summary'],
  ['5.1 a level since 3', gemini('gemini-3-flash-preview'), { effort: 'minimal' }, {}, { config: { thinkingConfig: { includeThoughts: true, thinkingLevel: 'MINIMAL' } } }, 'summary'],
  ['5.1 xhigh on gemini-4-hydrogen', gemini('gemini-4-hydrogen'), { effort: 'xhigh' }, {}, { config: { thinkingConfig: { includeThoughts: true, thinkingLevel: 'XHIGH' } } }, 'summary'],
  ['5.1 a budget on 2.5', gemini('gemini-2.5-pro'), { budgetTokens: 32_768 }, { config: { temperature: 0 } }, { config: { temperature: 0, thinkingConfig: { includeThoughts: true, thinkingBudget: 32_768 } } }, 'summary'],
  ['5.1 -1 is dynamic', gemini('gemini-2.5-flash'), { budgetTokens: -1 }, {}, { config: { thinkingConfig: { includeThoughts: true, thinkingBudget: -1 } } }, 'summary'],
  ['5.1 0 is off, but for Pro', gemini('gemini-2.5-flash'), { effort: 'none' }, {}, { config: { thinkingConfig: { thinkingBudget: 0 } } }, 'none'],
  ['5.1 over the wire it is generationConfig', { ...gemini('gemini-4-argon'), form: 'wire' }, {}, {}, { generationConfig: { thinkingConfig: { includeThoughts: true } } }, 'summary'],
  ['5.1 Grok on Vertex sends no text', to('vertex', 'xai/grok-4.3'), {}, {}, {}, 'none'],
  ['5.2 Interactions', to('google', 'gemini-3-flash-preview', 'gemini.interactions'), { effort: 'low' }, {}, { generation_config: { thinking_summaries: 'auto', thinking_level: 'low' } }, 'summary'],
  ['5.3 the compatible endpoint', to('google', 'gemini-2.5-flash', 'openai.chat'), { budgetTokens: 100 }, {}, { extra_body: { google: { thinking_config: { include_thoughts: true, thinking_budget: 100 } } } }, 'summary'],

  ['6 DeepSeek', to('deepseek', 'deepseek-v4-pro'), { effort: 'max' }, {}, { thinking: { type: 'enabled' }, reasoning_effort: 'max' }, 'verbatim'],
  ['6 DeepSeek, off', to('deepseek', 'deepseek-flash'), { effort: 'none' }, {}, { thinking: { type: 'disabled' } }, 'none'],
  ['7 Ollama', to('ollama', 'qwen3:8b'), {}, {}, { think: true }, 'verbatim'],
  ['7 Ollama, a level', to('ollama', 'qwen3:8b'), { effort: 'max' }, {}, { think: 'max' }, 'verbatim'],
  ['7 gpt-oss needs a level', to('ollama', 'gpt-oss:20b'), {}, {}, { think: 'medium' }, 'verbatim'],
  ['7 a level of the caller is as good as true', to('ollama', 'qwen3:8b'), {}, { think: 'low' }, { think: 'low' }, 'verbatim'],
  ['7 Ollama, compatible, thinks unasked', to('ollama', 'qwen3:8b', 'openai.chat'), {}, {}, {}, 'verbatim'],
  ['8 OpenRouter', to('openrouter', 'deepseek/deepseek-v4-pro'), {}, {}, { reasoning: { exclude: false, enabled: true } }, 'verbatim'],
  ['8 OpenRouter, budget', to('openrouter', 'anthropic/claude-sonnet-4.5'), { budgetTokens: 2000 }, {}, { reasoning: { exclude: false, max_tokens: 2000 } }, 'summary'],
  ['8 OpenRouter, a summary of OpenAI', { ...to('openrouter', 'openai/gpt-5.4'), form: 'wire' }, { effort: 'low' }, {}, { reasoning: { exclude: false, summary: 'auto', effort: 'low' } }, 'summary'],
  ['8 OpenRouter, Responses, stateless', to('openrouter', 'openai/gpt-oss-120b', 'openai.responses'), { stateless: true }, {}, { store: false, include: ['reasoning.encrypted_content'], reasoning: { exclude: false, enabled: true } }, 'verbatim'],
  ['9 Groq, parsed', to('groq', 'qwen/qwen3.8-27b'), {}, { tools: TOOLS }, { reasoning_format: 'parsed' }, 'verbatim'],
  ['9 Groq, raw of the caller is readable, too', to('groq', 'qwen/qwen3.8-27b'), {}, { reasoning_format: 'raw' }, { reasoning_format: 'raw' }, 'verbatim'],
  ['9 Groq, gpt-oss', to('groq', 'openai/gpt-oss-120b'), { effort: 'low' }, {}, { include_reasoning: true, reasoning_effort: 'low' }, 'verbatim'],
  ['9 Groq: none is what a model without thinking does anyway', to('groq', 'llama-3.3-70b-versatile'), { effort: 'none' }, {}, {}, 'none'],
  ['9 Groq, a distilled model thinks', to('groq', 'deepseek-r1-distill-llama-70b'), {}, {}, { reasoning_format: 'parsed' }, 'verbatim'],
  ['9 Cerebras', to('cerebras', 'gpt-oss-120b'), { effort: 'high' }, {}, { reasoning_format: 'parsed', reasoning_effort: 'high' }, 'verbatim'],
  ['9 Mistral', to('mistral', 'mistral-medium-latest'), {}, {}, { reasoningEffort: 'high' }, 'verbatim'],
  ['9 Mistral over the wire', { ...to('mistral_ai', 'mistral-large-4'), form: 'wire' }, { effort: 'low' }, {}, { reasoning_effort: 'low' }, 'verbatim'],
  ['9 Mistral, Conversations', to('mistral', 'mistral-medium-latest', 'mistral.conversations'), {}, { completionArgs: { topP: 1 } }, { completionArgs: { topP: 1, reasoningEffort: 'high' } }, 'verbatim'],
  ['9 the first Magistral think by prompt_mode', to('mistral', 'magistral-medium-2506'), {}, {}, { promptMode: 'reasoning' }, 'verbatim'],
  ['9 xAI', to('xai', 'grok-4.6'), { effort: 'xhigh', stateless: true }, {}, { store: false, include: ['reasoning.encrypted_content'], reasoning: { effort: 'xhigh', summary: 'auto' } }, 'summary'],
  ['9 xAI chat shows text of older models only', to('x_ai', 'grok-3-mini', 'openai.chat'), { effort: 'low' }, {}, { reasoning_effort: 'low' }, 'verbatim'],
  ['9 xAI chat, of newer ones none', to('xai', 'grok-4.3', 'openai.chat'), {}, {}, {}, 'none'],
  ['9 Cohere', to('cohere', 'command-a-reasoning-08-2025'), { budgetTokens: 500 }, {}, { thinking: { type: 'enabled', tokenBudget: 500 } }, 'verbatim'],
  ['10 vLLM', to('vllm', 'Qwen/Qwen3-8B'), {}, {}, { chat_template_kwargs: { enable_thinking: true }, include_reasoning: true }, 'verbatim'],
  ['10 SGLang', to('sglang', 'Qwen/Qwen3-8B'), {}, { chat_template_kwargs: { a: 1 } }, { chat_template_kwargs: { a: 1, enable_thinking: true }, separate_reasoning: true }, 'verbatim'],
  ['10 llama.cpp', to('llama.cpp', 'gpt-oss-20b'), { effort: 'low' }, {}, { reasoning_effort: 'low', reasoning_format: 'auto' }, 'verbatim'],
  ['11 Qwen', to('qwen', 'qwen-plus'), { budgetTokens: 50 }, {}, { enable_thinking: true, thinking_budget: 50 }, 'verbatim'],
  ['11 qwen4-max gives a summary', to('alibaba', 'qwen4-max'), {}, {}, { enable_thinking: true, thinking_display: 'summarized' }, 'summary'],
  ['11 Kimi K2.6', to('kimi', 'kimi-k2.6'), {}, { thinking: { keep: 'all' } }, { thinking: { keep: 'all', type: 'enabled' } }, 'verbatim'],
  ['11 Kimi K3 by effort', to('moonshot_ai', 'kimi-k3'), { effort: 'max' }, {}, { reasoning_effort: 'max' }, 'verbatim'],
  ['11 GLM', to('zai', 'glm-4.7'), {}, { thinking: { clear_thinking: false } }, { thinking: { clear_thinking: false, type: 'enabled' } }, 'verbatim'],
  ['11 GLM-5.3 by effort', to('glm', 'glm-5.3'), { effort: 'low' }, {}, { thinking: { type: 'enabled' }, reasoning_effort: 'low' }, 'verbatim'],
  ['11 MiniMax, split from the answer', to('minimax', 'minimax-m3'), {}, {}, { reasoning_split: true }, 'verbatim'],
  ['12 Claude on Converse, interleaved', to('aws.bedrock', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'), { budgetTokens: 9000, interleaved: true }, { inferenceConfig: { maxTokens: 5000 } }, { additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 9000 }, anthropic_beta: ['interleaved-thinking-2025-05-14'] } }, 'summary'],
  ['12 Nova shows a placeholder', to('bedrock', 'us.amazon.nova-2-lite-v1:0'), { effort: 'low' }, {}, { additionalModelRequestFields: { reasoningConfig: { type: 'enabled', maxReasoningEffort: 'low' } } }, 'none'],
  ['12 gpt-oss on Converse', to('bedrock', 'openai.gpt-oss-20b-1:0'), { effort: 'low' }, {}, { additionalModelRequestFields: { reasoning_effort: 'low' } }, 'verbatim'],
  ['13 LiteLLM before Claude', to('litellm', 'bedrock/anthropic.claude-opus-4-8'), { effort: 'low' }, {}, { thinking: SUMMARIZED, reasoning_effort: 'low' }, 'summary'],
  ['13 LiteLLM before a model with a budget', to('litellm', 'gemini/gemini-2.5-pro'), { budgetTokens: 500 }, {}, { thinking: { type: 'enabled', budget_tokens: 500 } }, 'summary'],
];

// prettier-ignore
const REFUSED: Refused[] = [
  ['2.4 no effort none on gpt-6-astra', openai('gpt-6-astra'), { effort: 'none' }, {}, 'CANNOT_BE_SWITCHED_OFF', 'wish.effort'],
  ['2.4 no effort none on gpt-6.1-sol', openai('gpt-6.1-sol'), { effort: 'none' }, {}, 'CANNOT_BE_SWITCHED_OFF', 'wish.effort'],
  ['2.4 effort depends on the model', openai('gpt-5'), { effort: 'xhigh' }, {}, 'EFFORT_UNSUPPORTED', 'wish.effort'],
  ['2.4 also the effort of the request', openai('o3'), {}, { reasoning: { effort: 'max' } }, 'EFFORT_UNSUPPORTED', 'reasoning.effort'],
  ['2.4 GPT-6 rejects temperature', openai('gpt-6-sol'), {}, { temperature: 1 }, 'SAMPLING_REFUSED', 'temperature'],
  ['2.4 GPT-6 rejects top_p', openai('gpt-6.1-terra'), {}, { top_p: 0.5 }, 'SAMPLING_REFUSED', 'top_p'],
  ['2.4 GPT-6 rejects logprobs', chat('gpt-6-luna'), {}, { logprobs: true }, 'SAMPLING_REFUSED', 'logprobs'],
  ['2.4 a budget is no wish for OpenAI', openai('gpt-5.5'), { budgetTokens: 100 }, {}, 'BUDGET_UNSUPPORTED', 'wish.budgetTokens'],
  ['2.4 concise came after gpt-5', openai('gpt-5-mini'), { summary: 'concise' }, {}, 'WISH_UNSUPPORTED', 'wish.summary'],
  ['2.4 the summary of the request is not replaced', openai('gpt-5.5'), { summary: 'detailed' }, { reasoning: { summary: 'concise' } }, 'SETTING_CONFLICT', 'reasoning.summary'],
  ['2.4 effort none of the request leaves nothing to show', openai('gpt-5.5'), {}, { reasoning: { effort: 'none' } }, 'SETTING_CONFLICT', 'reasoning.effort'],
  ['2.4 GPT-6 tool calling is Responses only', chat('gpt-6-sol'), {}, { tools: TOOLS }, 'TOOLS_REFUSED', 'tools'],
  ['2.4 the effort none of the request is reported, not the tools it allows', chat('gpt-5.6-luna'), {}, { tools: TOOLS, reasoning_effort: 'none' }, 'SETTING_CONFLICT', 'reasoning_effort'],
  ['2.4 GPT-5.6 on chat: tools only with effort none', chat('gpt-5.6-luna'), { effort: 'low' }, { tools: TOOLS }, 'TOOLS_REFUSED', 'tools'],
  ['3.1 no summary on Chat Completions', chat('gpt-5.5'), { summary: 'auto' }, {}, 'WISH_UNSUPPORTED', 'wish.summary'],
  ['3.1 max_tokens is not taken', chat('gpt-5.5'), {}, { max_tokens: 9 }, 'SETTING_REFUSED', 'max_tokens'],
  ['3.1 gpt-4o does not think', chat('gpt-4o'), {}, {}, 'MODEL_DOES_NOT_THINK', 'target.model'],

  ['4 a budget is 400 since 4.7', claude('claude-opus-4-7'), { budgetTokens: 2000 }, {}, 'BUDGET_UNSUPPORTED', 'wish.budgetTokens'],
  ['4 also the budget of the request', claude('claude-sonnet-5-5'), {}, { thinking: { type: 'enabled', budget_tokens: 2000 } }, 'BUDGET_UNSUPPORTED', 'thinking.type'],
  ['4 adaptive before 4.6', claude('claude-sonnet-4-5'), {}, { thinking: { type: 'adaptive' } }, 'SETTING_CONFLICT', 'thinking.type'],
  ['4 a budget of at least 1024', claude('claude-opus-4-5'), { budgetTokens: 1023 }, {}, 'BUDGET_OUT_OF_RANGE', 'wish.budgetTokens'],
  ['4 a budget below max_tokens', claude('claude-opus-4-5'), { budgetTokens: 4000 }, { max_tokens: 4000 }, 'MAX_TOKENS_TOO_SMALL', 'max_tokens'],
  ['4 between_tools elsewhere', claude('claude-opus-5-5'), { betweenTools: true }, {}, 'WISH_UNSUPPORTED', 'wish.betweenTools'],
  ['4 between_tools up to effort high', claude('claude-sonnet-5-5'), { betweenTools: true, effort: 'max' }, {}, 'EFFORT_UNSUPPORTED', 'wish.effort'],
  ...['claude-sonnet-5-5', 'claude-opus-5-5', 'claude-fable-5', 'claude-fable-5-2'].map((model): Refused => [`4 ${model} cannot be disabled`, claude(model), { effort: 'none' }, {}, 'CANNOT_BE_SWITCHED_OFF', 'wish.effort']), ...['claude-opus-5', 'claude-haiku-5-5'].map((model): Refused => [`4 ${model} is disabled up to effort high`, claude(model), { effort: 'none' }, { output_config: { effort: 'xhigh' } }, 'EFFORT_UNSUPPORTED', 'output_config.effort']), ['4 omitted text is told, not replaced', claude('claude-opus-5'), {}, { thinking: { type: 'adaptive', display: 'omitted' } }, 'SETTING_CONFLICT', 'thinking.display'],
  ['4 thinking that the request disables', claude('claude-opus-4-8'), {}, { thinking: { type: 'disabled' } }, 'SETTING_CONFLICT', 'thinking.type'],
  ['4 xhigh on newer models', claude('claude-sonnet-4-6'), { effort: 'xhigh' }, {}, 'EFFORT_UNSUPPORTED', 'wish.effort'],
  ['4 no effort before it came', claude('claude-sonnet-4-5'), { effort: 'high' }, {}, 'EFFORT_UNSUPPORTED', 'wish.effort'],
  ...['temperature', 'top_p', 'top_k'].map((name): Refused => [`4 ${name} is forbidden since opus-4-7`, claude('claude-opus-4-8'), {}, { [name]: 1 }, 'SAMPLING_REFUSED', name]), ['4 forbidden without thinking, too', claude('claude-sonnet-5'), { effort: 'none' }, { temperature: 0 }, 'SAMPLING_REFUSED', 'temperature'],
  ['4 temperature must be 1 while older models think', claude('claude-sonnet-4-6'), {}, { temperature: 0.2 }, 'SAMPLING_REFUSED', 'temperature'],
  ['4 no forced tool with a budget', claude('claude-sonnet-4-5'), {}, { tool_choice: { type: 'tool', name: 'f' } }, 'FORCED_TOOL_REFUSED', 'tool_choice'],
  ...['claude-sonnet-5-5', 'claude-opus-5-5', 'claude-fable-5-1', 'claude-fable-5-2'].map((model): Refused => [`4 no forced tool on ${model}`, claude(model), {}, { tool_choice: { type: 'any' } }, 'FORCED_TOOL_REFUSED', 'tool_choice']), ['4 no prefill with thinking', claude('claude-sonnet-4-5'), {}, PREFILL, 'PREFILL_REFUSED', 'messages'], ['4 no prefill at all on the newest', claude('claude-opus-5'), { effort: 'none' }, PREFILL, 'PREFILL_REFUSED', 'messages'],
  ['4 between_tools takes no budget', claude('claude-sonnet-5-5'), { betweenTools: true, budgetTokens: 2000 }, {}, 'BUDGET_UNSUPPORTED', 'wish.budgetTokens'],
  ['4 interleaving came with Claude 4', claude('claude-3-7-sonnet-20250219'), { interleaved: true }, {}, 'WISH_UNSUPPORTED', 'wish.interleaved'],
  ['4 older models do not think', claude('claude-3-5-sonnet-20241022'), {}, {}, 'MODEL_DOES_NOT_THINK', 'target.model'],

  ['5.1 Pro cannot be 0', gemini('gemini-2.5-pro'), { budgetTokens: 0 }, {}, 'CANNOT_BE_SWITCHED_OFF', 'wish.budgetTokens'],
  ['5.1 at most 32768', gemini('gemini-2.5-pro'), { budgetTokens: 32_769 }, {}, 'BUDGET_OUT_OF_RANGE', 'wish.budgetTokens'],
  ['5.1 no level on 2.5', gemini('gemini-2.5-flash'), { effort: 'low' }, {}, 'EFFORT_UNSUPPORTED', 'wish.effort'],
  ['5.1 no budget since 3', gemini('gemini-3-pro-preview'), { budgetTokens: 500 }, {}, 'BUDGET_UNSUPPORTED', 'wish.budgetTokens'],
  ['5.1 not both', gemini('gemini-3-flash-preview'), { effort: 'low' }, { config: { thinkingConfig: { thinkingBudget: 9 } } }, 'SETTING_REFUSED', 'config.thinkingConfig.thinkingBudget'],
  ['5.1 3 and later cannot be switched off', gemini('gemini-3-flash-preview'), { effort: 'none' }, {}, 'CANNOT_BE_SWITCHED_OFF', 'wish.effort'],
  ['5.1 Pro has no minimal', gemini('gemini-3.1-pro-preview'), { effort: 'minimal' }, {}, 'EFFORT_UNSUPPORTED', 'wish.effort'],
  ['5.1 nor a level beside the budget of 2.5', gemini('gemini-2.5-flash'), {}, { config: { thinkingConfig: { thinkingLevel: 'LOW' } } }, 'SETTING_REFUSED', 'config.thinkingConfig.thinkingLevel'],
  ['5.1 xhigh is of hydrogen', gemini('gemini-4-argon'), { effort: 'xhigh' }, {}, 'EFFORT_UNSUPPORTED', 'wish.effort'],
  ['5.1 thoughts the request does not want', gemini('gemini-4-argon'), {}, { config: { thinkingConfig: { includeThoughts: false } } }, 'SETTING_CONFLICT', 'config.thinkingConfig.includeThoughts'],
  ['5.1 a budget of 0 of the request', gemini('gemini-2.5-flash'), {}, { config: { thinkingConfig: { thinkingBudget: 0 } } }, 'SETTING_CONFLICT', 'config.thinkingConfig.thinkingBudget'],
  ['5.1 Gemini 2.0 does not think', gemini('gemini-2.0-flash'), {}, {}, 'MODEL_DOES_NOT_THINK', 'target.model'],
  ['5.1 Grok on Vertex takes no effort', to('vertex', 'grok-4.20-reasoning'), { effort: 'low' }, {}, 'EFFORT_UNSUPPORTED', 'wish.effort'],
  ['5.1 Grok on Vertex cannot be switched off', to('vertex', 'grok-4.20-reasoning'), { effort: 'none' }, {}, 'CANNOT_BE_SWITCHED_OFF', 'wish.effort'],
  ['5.2 Interactions cannot be switched off', to('google', 'gemini-3-flash-preview', 'gemini.interactions'), { effort: 'none' }, {}, 'CANNOT_BE_SWITCHED_OFF', 'wish.effort'],
  ['5.2 no budget in Interactions', to('google', 'gemini-2.5-pro', 'gemini.interactions'), { budgetTokens: 9 }, {}, 'BUDGET_UNSUPPORTED', 'wish.budgetTokens'],
  ['5.3 config or reasoning_effort, not both', to('google', 'gemini-3-flash-preview', 'openai.chat'), {}, { reasoning_effort: 'low' }, 'SETTING_CONFLICT', 'reasoning_effort'],

  ['6 the aliases ended', to('deepseek', 'deepseek-reasoner'), {}, {}, 'MODEL_RETIRED', 'target.model'],
  ['6 no budget', to('deepseek', 'deepseek-v4-pro'), { budgetTokens: 9 }, {}, 'BUDGET_UNSUPPORTED', 'wish.budgetTokens'],
  ['6 no xhigh', to('deepseek', 'deepseek-v4-pro'), { effort: 'xhigh' }, {}, 'EFFORT_UNSUPPORTED', 'wish.effort'],
  ['7 gpt-oss cannot be off', to('ollama', 'gpt-oss:120b'), { effort: 'none' }, {}, 'CANNOT_BE_SWITCHED_OFF', 'wish.effort'],
  ['7 true is no level for gpt-oss', to('ollama', 'gpt-oss:120b'), {}, { think: true }, 'SETTING_CONFLICT', 'think'],
  ['7 nor on the compatible endpoint', to('ollama', 'gpt-oss:120b', 'openai.chat'), { effort: 'none' }, {}, 'CANNOT_BE_SWITCHED_OFF', 'wish.effort'],
  ['7 no minimal', to('ollama', 'qwen3:8b'), { effort: 'minimal' }, {}, 'EFFORT_UNSUPPORTED', 'wish.effort'],
  ['7 think: false of the request', to('ollama', 'qwen3:8b'), {}, { think: false }, 'SETTING_CONFLICT', 'think'],
  ['8 exclude hides what is billed', to('openrouter', 'openai/gpt-5'), {}, { reasoning: { exclude: true } }, 'SETTING_CONFLICT', 'reasoning.exclude'],
  ['8 effort or max_tokens, not both', to('openrouter', 'openai/gpt-5'), { effort: 'low', budgetTokens: 9 }, {}, 'EFFORT_AND_BUDGET', 'wish.budgetTokens'],
  ['8 nor one of each in wish and request', to('openrouter', 'openai/gpt-5'), { budgetTokens: 9 }, { reasoning: { effort: 'low' } }, 'EFFORT_AND_BUDGET', 'reasoning.effort'],
  ['8 enabled: false of the request', to('openrouter', 'openai/gpt-5'), { effort: 'low' }, { reasoning: { enabled: false } }, 'SETTING_CONFLICT', 'reasoning.enabled'],
  ['8 the short effort of the request', to('openrouter', 'openai/gpt-5'), { effort: 'low' }, { reasoning_effort: 'high' }, 'SETTING_CONFLICT', 'reasoning_effort'],
  ['9 Groq: raw is 400 with tools', to('groq', 'qwen/qwen3-32b'), {}, { reasoning_format: 'raw', tools: TOOLS }, 'SETTING_REFUSED', 'reasoning_format'],
  ['9 Groq: raw is 400 in JSON mode', to('groq', 'qwen/qwen3-32b'), {}, { reasoning_format: 'raw', response_format: { type: 'json_object' } }, 'SETTING_REFUSED', 'reasoning_format'],
  ['9 Groq: hidden', to('groq', 'qwen/qwen3-32b'), {}, { reasoning_format: 'hidden' }, 'SETTING_CONFLICT', 'reasoning_format'],
  ['9 Groq: gpt-oss takes no reasoning_format', to('groq', 'openai/gpt-oss-20b'), {}, { reasoning_format: 'parsed' }, 'SETTING_REFUSED', 'reasoning_format'],
  ['9 Groq: gpt-oss cannot be off', to('groq', 'openai/gpt-oss-20b'), { effort: 'none' }, {}, 'CANNOT_BE_SWITCHED_OFF', 'wish.effort'],
  ['9 Groq: excluded', to('groq', 'openai/gpt-oss-20b'), {}, { include_reasoning: false }, 'SETTING_CONFLICT', 'include_reasoning'],
  ['9 Cerebras: raw on gpt-oss cannot be distinguished from the answer', to('cerebras', 'gpt-oss-120b'), {}, { reasoning_format: 'raw' }, 'SETTING_CONFLICT', 'reasoning_format'],
  ['9 Cerebras: disable_reasoning', to('cerebras', 'zai-glm-4.7'), {}, { disable_reasoning: true }, 'SETTING_CONFLICT', 'disable_reasoning'],
  ['9 Cerebras: gpt-oss cannot be off', to('cerebras', 'gpt-oss-120b'), { effort: 'none' }, {}, 'CANNOT_BE_SWITCHED_OFF', 'wish.effort'],
  ['9 Mistral: effort by model', to('mistral', 'mistral-small-latest'), { effort: 'low' }, {}, 'EFFORT_UNSUPPORTED', 'wish.effort'],
  ['9 Mistral, Conversations: no prompt_mode', to('mistral', 'magistral-medium-2506', 'mistral.conversations'), {}, {}, 'MODEL_DOES_NOT_THINK', 'target.model'],
  ['9 Mistral: no budget', to('mistral', 'magistral-medium-2506'), { budgetTokens: 9 }, {}, 'BUDGET_UNSUPPORTED', 'wish.budgetTokens'],
  ['9 Mistral: large 4 cannot be off', to('mistral', 'mistral-large-4'), { effort: 'none' }, {}, 'CANNOT_BE_SWITCHED_OFF', 'wish.effort'],
  ['9 Mistral: codestral does not think', to('mistral', 'codestral-latest'), {}, {}, 'MODEL_DOES_NOT_THINK', 'target.model'],
  ['9 xAI: xhigh is of grok-4.6', to('xai', 'grok-4.3'), { effort: 'xhigh' }, {}, 'EFFORT_UNSUPPORTED', 'wish.effort'],
  ['9 xAI: effort not settable on every model', to('xai', 'grok-4.20-0309-reasoning'), { effort: 'low' }, {}, 'EFFORT_UNSUPPORTED', 'wish.effort'],
  ['9 xAI: non-reasoning', to('xai', 'grok-4.20-non-reasoning'), {}, {}, 'MODEL_DOES_NOT_THINK', 'target.model'],
  ['9 xAI chat: no penalties while it thinks', to('xai', 'grok-4.3', 'openai.chat'), {}, { stop: ['x'] }, 'SAMPLING_REFUSED', 'stop'],
  ['9 Groq: Llama does not think, so it takes no reasoning_effort', to('groq', 'llama-3.3-70b-versatile'), { effort: 'low' }, {}, 'MODEL_DOES_NOT_THINK', 'target.model'],
  ['9 Groq: Gemma does not think', to('groq', 'gemma2-9b-it'), {}, {}, 'MODEL_DOES_NOT_THINK', 'target.model'],
  ['9 Cerebras: Llama does not think', to('cerebras', 'llama3.1-8b'), {}, {}, 'MODEL_DOES_NOT_THINK', 'target.model'],
  ['7 Ollama: Llama does not think', to('ollama', 'llama3.2:3b'), {}, {}, 'MODEL_DOES_NOT_THINK', 'target.model'],
  ['9 Cohere: no effort', to('cohere', 'command-a-reasoning-08-2025'), { effort: 'low' }, {}, 'EFFORT_UNSUPPORTED', 'wish.effort'],
  ['9 Cohere: older models do not think', to('cohere', 'command-r-plus-08-2024'), {}, {}, 'MODEL_DOES_NOT_THINK', 'target.model'],
  ['10 a template with thinking switched off', to('vllm', 'Qwen/Qwen3-8B'), {}, { chat_template_kwargs: { enable_thinking: false } }, 'SETTING_CONFLICT', 'chat_template_kwargs.enable_thinking'],
  ['11 Qwen: open models think in a stream only', to('qwen', 'qwen3-32b'), {}, { messages: [QUESTION] }, 'STREAM_ONLY', 'stream'],
  ['11 Qwen: no forced tool while it thinks', to('qwen', 'qwen-plus'), {}, { tool_choice: { type: 'function', function: { name: 'f' } } }, 'FORCED_TOOL_REFUSED', 'tool_choice'],
  ['11 Qwen: thinking models cannot be off', to('qwen', 'qwen3-235b-a22b-thinking-2507'), { effort: 'none' }, {}, 'CANNOT_BE_SWITCHED_OFF', 'wish.effort'],
  ['11 Qwen: coders do not think', to('qwen', 'qwen3-coder-plus'), {}, {}, 'MODEL_DOES_NOT_THINK', 'target.model'],
  ['11 Kimi: moonshot-v1 does not think', to('kimi', 'moonshot-v1-8k'), {}, {}, 'MODEL_DOES_NOT_THINK', 'target.model'],
  ['11 Kimi: K3 takes no thinking setting', to('kimi', 'kimi-k3'), {}, { thinking: { type: 'enabled' } }, 'SETTING_REFUSED', 'thinking'],
  ['11 Kimi: the temperature is fixed', to('kimi', 'kimi-k2.6'), {}, { temperature: 0.3 }, 'SAMPLING_REFUSED', 'temperature'],
  ['11 Kimi: K2.7 always thinks', to('kimi', 'kimi-k2.7-code'), { effort: 'none' }, {}, 'CANNOT_BE_SWITCHED_OFF', 'wish.effort'],
  ['11 Kimi: K3 always thinks', to('kimi', 'kimi-k3'), { budgetTokens: 0 }, {}, 'CANNOT_BE_SWITCHED_OFF', 'wish.budgetTokens'],
  ['11 Kimi: effort is of K3', to('kimi', 'kimi-k2.6'), { effort: 'low' }, {}, 'EFFORT_UNSUPPORTED', 'wish.effort'],
  ['11 Kimi: tool_choice required is rejected', to('kimi', 'kimi-k3'), {}, { tool_choice: 'required' }, 'FORCED_TOOL_REFUSED', 'tool_choice'],
  ['11 GLM: 5.3 always thinks', to('glm', 'glm-5.3'), { effort: 'none' }, {}, 'CANNOT_BE_SWITCHED_OFF', 'wish.effort'],
  ['11 GLM: effort is of 5.3', to('glm', 'glm-4.7'), { effort: 'low' }, {}, 'EFFORT_UNSUPPORTED', 'wish.effort'],
  ['11 MiniMax always thinks', to('minimax', 'MiniMax-M2.5'), { effort: 'none' }, {}, 'CANNOT_BE_SWITCHED_OFF', 'wish.effort'],
  ['12 Claude on Converse: temperature', to('bedrock', 'anthropic.claude-opus-4-8'), {}, { inferenceConfig: { temperature: 0 } }, 'SAMPLING_REFUSED', 'inferenceConfig.temperature'],
  ['12 Claude on Converse: forced tool', to('bedrock', 'anthropic.claude-opus-5-5-v1:0'), {}, { toolConfig: { toolChoice: { any: {} } } }, 'FORCED_TOOL_REFUSED', 'toolConfig.toolChoice'],
  ['12 Claude on Converse: prefill', to('bedrock', 'anthropic.claude-opus-4-5-20251101-v1:0'), {}, { messages: [{ role: 'assistant', content: [{ text: 'a' }] }] }, 'PREFILL_REFUSED', 'messages'],
  ['12 Nova: no limit with effort high', to('bedrock', 'amazon.nova-2-lite-v1:0'), { effort: 'high' }, { inferenceConfig: { maxTokens: 9 } }, 'SAMPLING_REFUSED', 'inferenceConfig.maxTokens'],
  ['13 LiteLLM before Claude: budget', to('litellm', 'anthropic/claude-opus-4-8'), { budgetTokens: 2000 }, {}, 'BUDGET_UNSUPPORTED', 'wish.budgetTokens'],

  ['an unknown provider', to('nobody', 'x'), {}, {}, 'UNKNOWN_PROVIDER', 'target.provider'],
  ['an API the provider does not have', to('groq', 'x', 'cohere.chat'), {}, {}, 'UNKNOWN_API', 'target.api'],
];

describe('a target without a provider', () => {
  test.each<[ReasoningTarget, ReasoningTarget]>([
    [{ model: 'claude-opus-5-5' }, claude('claude-opus-5-5')],
    [{ api: 'anthropic.messages', model: 'claude-sonnet-4-5' }, claude('claude-sonnet-4-5')],
    [{ model: 'gpt-5.5' }, openai('gpt-5.5')],
    [{ api: 'openai.chat', model: 'gpt-5.5' }, chat('gpt-5.5')],
    [{ api: 'openai.responses', model: 'o4-mini' }, openai('o4-mini')],
    [{ model: 'gemini-3-flash-preview' }, gemini('gemini-3-flash-preview')],
    [{ api: 'ollama.chat', model: 'qwen3:8b' }, to('ollama', 'qwen3:8b')],
    [{ api: 'openai.chat', model: 'deepseek-v4-pro' }, to('deepseek', 'deepseek-v4-pro')],
    [{ model: 'mistral-medium-latest' }, to('mistral', 'mistral-medium-latest')],
    [{ model: 'grok-4.6' }, to('xai', 'grok-4.6')],
  ])('gets the rules of the vendor of API or model: %o', (target, named) => {
    expect(reasoningRequest(target)).toStrictEqual(reasoningRequest(named));
    expect(reasoningRequest(target).ok).toBe(true);
  });

  test.each<[object | null | undefined, string]>([
    [{ api: 'openai.chat', model: 'llama-3.3-70b-versatile' }, 'target.provider'],
    [{ model: 'some-model' }, 'target.provider'],
    [{ provider: '', model: 'gpt-5.5' }, 'target.provider'],
    [{ provider: 'openai' }, 'target.model'],
    [{ provider: 'openai', model: 5 }, 'target.model'],
    [{}, 'target.model'],
    [null, 'target'],
    [undefined, 'target'],
  ])('is refused when nothing names it: %o', (target, where) => {
    const result = reasoningRequest(target as ReasoningTarget);
    expect(result).toMatchObject({ ok: false, errors: [{ code: 'TARGET_INCOMPLETE', where }] });
  });
});

describe('accepted', () => {
  test.each(ACCEPTED)('%s', (_rule, ...row) => {
    const [target, wish, request, parameters, text] = row;
    const result = reasoningRequest(target, wish, request);
    expect(result).toMatchObject({ ok: true, text });
    expect(result.ok && result.parameters).toStrictEqual(parameters);
  });
});

describe('refused before the call', () => {
  test.each(REFUSED)('%s', (_rule, ...row) => {
    const [target, wish, request, code, where] = row;
    const result = reasoningRequest(target, wish, request);
    expect(result.ok ? [] : result.errors).toMatchObject([{ code, where }]);
  });
});
