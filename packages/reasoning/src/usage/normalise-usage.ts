/**
 * Converts the provider's token figures to the inclusive `Usage`: where each wire format writes them (providers.md
 * §14).
 */
import { inclusive, UNCOUNTED, type UsageContext } from './inclusive-usage.ts';
import { count, isRecord, record, records, withoutUndefined, type JsonRecord } from '../json/json.ts';
import type { Usage } from './usage.ts';

/** `usage` of an OpenAI Responses body. */
export function usageOfResponses(raw: unknown, context: UsageContext): Usage | undefined {
  if (!isRecord(raw)) return undefined;
  const inputDetails = record(raw.input_tokens_details);
  return inclusive({
    raw,
    context,
    input: count(raw.input_tokens),
    output: count(raw.output_tokens),
    reasoning: count(record(raw.output_tokens_details).reasoning_tokens),
    cacheRead: count(inputDetails.cached_tokens),
    cacheWrite: count(inputDetails.cache_write_tokens),
  });
}

/** `usage` of a Realtime response. Its tokens of audio and of images have rates of their own. */
export function usageOfRealtime(raw: unknown): Usage | undefined {
  if (!isRecord(raw)) return undefined;
  const [input, output] = [record(raw.input_token_details), record(raw.output_token_details)];
  const usage = inclusive({
    ...UNCOUNTED,
    raw,
    input: count(raw.input_tokens),
    output: count(raw.output_tokens),
    reasoning: count(output.reasoning_tokens),
    cacheRead: count(input.cached_tokens),
  });
  const media = {
    audioInput: count(input.audio_tokens),
    imageInput: count(input.image_tokens),
    audioOutput: count(output.audio_tokens),
  };
  return usage && { ...usage, ...withoutUndefined(media) };
}

/** `usage` of a Chat Completions body, of OpenAI or of any compatible host. */
export function usageOfChat(raw: unknown, context: UsageContext): Usage | undefined {
  if (!isRecord(raw)) return undefined;
  const inputDetails = record(raw.prompt_tokens_details);
  const outputDetails = record(raw.completion_tokens_details);
  const read =
    inputDetails.cached_tokens ?? raw.prompt_cache_hit_tokens ?? raw.cached_tokens ?? raw.cache_read_input_tokens;
  const written =
    inputDetails.cache_write_tokens ??
    inputDetails.cache_creation_tokens ??
    inputDetails.cache_creation_input_tokens ??
    raw.cache_creation_input_tokens;
  return inclusive({
    raw,
    context,
    input: promptOfChat(raw),
    output: count(raw.completion_tokens),
    reasoning: count(outputDetails.reasoning_tokens ?? raw.reasoning_tokens),
    cacheRead: count(read),
    // LiteLLM has Anthropic's two cache lifetimes beside the sum.
    ...writesOf(count(written), inputDetails.cache_creation_token_details),
  });
}

/**
 * Anthropic's `cache_creation`: tokens written, by lifetime. The sum beside it is newer when a stream reports the input
 * again.
 */
function writesOf(whole: number | undefined, lifetimes: unknown) {
  const [minutes, hour] = [
    record(lifetimes).ephemeral_5m_input_tokens,
    record(lifetimes).ephemeral_1h_input_tokens,
  ].map(count);
  const isApart = minutes !== undefined || hour !== undefined;
  return { cacheWrite: whole ?? (isApart ? (minutes ?? 0) + (hour ?? 0) : undefined), cacheWriteHour: hour };
}

/**
 * Mistral counts audio beside `prompt_tokens`. Its total includes it, which distinguishes it from hosts that count
 * audio in.
 */
function promptOfChat(raw: JsonRecord): number | undefined {
  const prompt = count(raw.prompt_tokens);
  const audio = count(record(raw.prompt_tokens_details).audio_tokens) ?? 0;
  const rest = (count(raw.total_tokens) ?? 0) - (prompt ?? 0) - (count(raw.completion_tokens) ?? 0);
  return prompt !== undefined && audio > 0 && rest === audio ? prompt + audio : prompt;
}

/** `usage` of an Anthropic message: cached tokens are outside `input_tokens` there. */
export function usageOfAnthropic(raw: unknown, context: UsageContext): Usage | undefined {
  if (!isRecord(raw)) return undefined;
  const uncached = count(raw.input_tokens);
  const cacheRead = count(raw.cache_read_input_tokens);
  const writes = writesOf(count(raw.cache_creation_input_tokens), raw.cache_creation);
  return inclusive({
    raw,
    context,
    input: uncached === undefined ? undefined : uncached + (cacheRead ?? 0) + (writes.cacheWrite ?? 0),
    output: count(raw.output_tokens),
    reasoning: count(record(raw.output_tokens_details).thinking_tokens),
    cacheRead,
    ...writes,
  });
}

/** `usage` of a Bedrock Converse body: cached tokens are outside `inputTokens`; thinking is not reported. */
export function usageOfConverse(raw: unknown): Usage | undefined {
  if (!isRecord(raw)) return undefined;
  const uncached = count(raw.inputTokens);
  // Nova's InvokeModel has the same names with a different suffix.
  const cacheRead = count(raw.cacheReadInputTokens ?? raw.cacheReadInputTokenCount);
  const cacheWrite = count(raw.cacheWriteInputTokens ?? raw.cacheWriteInputTokenCount);
  // One entry for each cache lifetime used.
  const cacheWriteHour = count(records(raw.cacheDetails).find(({ ttl }) => ttl === '1h')?.inputTokens);
  const input = uncached === undefined ? undefined : uncached + (cacheRead ?? 0) + (cacheWrite ?? 0);
  return inclusive({ ...UNCOUNTED, input, output: count(raw.outputTokens), cacheRead, cacheWrite, cacheWriteHour });
}

/** The last line of an Ollama body: `eval_count` includes thinking, which is not reported by itself. */
export function usageOfOllama(body: JsonRecord): Usage | undefined {
  return inclusive({ ...UNCOUNTED, input: count(body.prompt_eval_count), output: count(body.eval_count) });
}

/**
 * `usage` of a Cohere v2 body: what the model read and wrote is in `tokens`, what is billed in `billed_units`. Thinking
 * is inside the output, images are beside the input (R: 34 and 259, of which 8 and 259 were billed).
 */
export function usageOfCohere(raw: unknown, context: UsageContext): Usage | undefined {
  if (!isRecord(raw)) return undefined;
  const tokens = isRecord(raw.tokens) ? raw.tokens : record(raw.billed_units);
  const [text, images] = [count(tokens.input_tokens), count(tokens.image_tokens)];
  return inclusive({
    ...UNCOUNTED,
    context,
    input: text === undefined ? undefined : text + (images ?? 0),
    output: count(tokens.output_tokens),
    reasoning: count(tokens.reasoning_tokens),
    cacheRead: count(raw.cached_tokens),
  });
}

/**
 * `usage` of a Mistral conversation. Its total also includes what connectors read, so it says nothing about thinking.
 */
export function usageOfMistralConversation(raw: unknown): Usage | undefined {
  if (!isRecord(raw)) return undefined;
  return inclusive({ ...UNCOUNTED, input: count(raw.prompt_tokens), output: count(raw.completion_tokens) });
}

/**
 * `usageMetadata` of Gemini: thinking is beside the candidates' tokens, and what the provider's tools gave the model to
 * read is input.
 */
export function usageOfGemini(raw: unknown, context: UsageContext): Usage | undefined {
  if (!isRecord(raw)) return undefined;
  return additive(context, {
    prompt: count(raw.promptTokenCount),
    tools: count(raw.toolUsePromptTokenCount),
    cached: count(raw.cachedContentTokenCount),
    answer: count(raw.candidatesTokenCount),
    thoughts: count(raw.thoughtsTokenCount),
    total: count(raw.totalTokenCount),
  });
}

/** `usage` of Gemini's Interactions: the same sums under other names. */
export function usageOfInteractions(raw: unknown, context: UsageContext): Usage | undefined {
  if (!isRecord(raw)) return undefined;
  return additive(context, {
    prompt: count(raw.total_input_tokens),
    tools: count(raw.total_tool_use_tokens),
    cached: count(raw.total_cached_tokens),
    answer: count(raw.total_output_tokens),
    thoughts: count(raw.total_thought_tokens),
    total: count(raw.total_tokens),
  });
}

type GoogleFigures = Record<'prompt' | 'tools' | 'cached' | 'answer' | 'thoughts' | 'total', number | undefined>;

/**
 * total = prompt + tools + answer + thoughts. Where it holds without the thoughts, the host counts them into the
 * answer. Where the thoughts are not reported and the total exceeds the other figures, they are the difference.
 */
function additive(context: UsageContext, figures: GoogleFigures): Usage | undefined {
  const { prompt, tools, cached, answer, thoughts, total } = figures;
  const input = prompt === undefined ? undefined : prompt + (tools ?? 0);
  if (input !== undefined && answer !== undefined && thoughts === undefined) {
    const raw = { total_tokens: total };
    return inclusive({ ...UNCOUNTED, raw, context, input, output: answer, cacheRead: cached });
  }
  const within = answer !== undefined && total === (input ?? 0) + answer;
  const output = answer === undefined || within ? (answer ?? thoughts) : answer + (thoughts ?? 0);
  return inclusive({ ...UNCOUNTED, context, input, output, reasoning: thoughts, cacheRead: cached });
}
