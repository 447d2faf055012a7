/** Compares the reported turns with the expected ones. Allowed differences are listed with their reasons. */
import { isDeepStrictEqual } from 'node:util';
import type { AttributedCall } from '@subtext/reasoning';
import type { ExpectedCall, ExpectedTurn, ExpectedUsage, Recording } from './recording.ts';
import type { ReportedTurn } from './reported-turns.ts';
import { ALLOWED, type AllowedDifference } from './allowed-differences.ts';
import { contentOf, differsByBlankLines, isInResponseBody, isEmptyAnswer } from './text-differences.ts';
import { planOf, withPlanInPreamble } from './tool-plan.ts';

export interface Miss {
  /** `turn 1, call 2, reasoning` */
  where: string;
  expected: unknown;
  got: unknown;
}

export interface Comparison {
  misses: Miss[];
  allowed: AllowedDifference[];
}

export function compare(recording: Recording, reported: readonly ReportedTurn[]): Comparison {
  const comparison: Comparison = { misses: [], allowed: [] };
  const expected = recording.expected.turns.map((turn, index) =>
    withPlanInPreamble(turn, planOf(recording.turns[index])),
  );
  if (expected.some((turn, index) => turn !== recording.expected.turns[index])) allow(comparison, ALLOWED.toolPlan);
  check(comparison, 'number of generations', [expected.length, reported.length]);
  const earlier: string[] = [];
  for (const [index, turn] of expected.entries()) {
    const got = reported[index];
    if (!got) break;
    compareTurn({ recording, comparison, earlier, index, where: `turn ${index + 1}` }, turn, got);
    earlier.push(
      ...turn.tool_calls.flatMap((call, at) => (call.reasoning.length > 0 ? callId(call, got.calls[at]) : [])),
    );
  }
  return comparison;
}

/** The expected id, or the generated one where the provider sends none (Gemini). */
function callId(expected: ExpectedCall, got: AttributedCall | undefined): string[] {
  const id = expected.tool_call_id ?? got?.id;
  return id === undefined ? [] : [id];
}

interface TurnContext {
  recording: Recording;
  comparison: Comparison;
  /** Ids of the calls with reasoning in earlier turns. */
  earlier: readonly string[];
  /** The index of the turn. */
  index: number;
  where: string;
}

function compareTurn(context: TurnContext, expected: ExpectedTurn, got: ReportedTurn): void {
  const { comparison, where } = context;
  const silent = got.calls.length === 0 && isEmptyAnswer(expected);
  if (silent) allow(comparison, ALLOWED.saidNothing);
  else check(comparison, `${where}, number of calls`, [expected.tool_calls.length, got.calls.length]);
  for (const [index, call] of expected.tool_calls.entries()) {
    const reported = got.calls[index];
    if (reported)
      compareCall(
        { ...context, where: `${where}, call ${index + 1}` },
        { expected: call, got: reported, turn: got, refusal: expected.refusal },
      );
  }
  check(comparison, `${where}, trailing reasoning`, [expected.trailing_reasoning, got.trailingReasoning]);
  checkText(comparison, `${where}, trailing text`, [expected.trailing_text, got.trailingText]);
  compareTokens(context, expected, got);
}

interface CallPair {
  expected: ExpectedCall;
  got: AttributedCall;
  turn: ReportedTurn;
  refusal: string | undefined;
}

function compareCall(context: TurnContext, pair: CallPair): void {
  const { comparison, where } = context;
  const { expected, got } = pair;
  check(comparison, `${where}, name`, [expected.tool_name, got.name]);
  check(comparison, `${where}, id`, [expected.tool_call_id, got.idGenerated ? null : got.id]);
  checkText(comparison, `${where}, preamble`, [expected.preamble, got.preamble]);
  check(comparison, `${where}, item type`, [expected.item_type, got.type === 'answer' ? null : got.itemType]);
  if (expected.state !== undefined) {
    check(comparison, `${where}, state`, [expected.state, got.state]);
    check(comparison, `${where}, tokens`, [expected.reasoning_tokens, got.reasoningTokens]);
    check(comparison, `${where}, source of the tokens`, [expected.reasoning_tokens_source, got.reasoningTokensSource]);
  }
  compareTexts(context, pair);
  compareReference(context, pair);
}

function compareTexts(
  { comparison, recording, index, where }: TurnContext,
  { expected, got, refusal }: CallPair,
): void {
  const tagged = recording.tags.includes('think_tags');
  const differs = !isDeepStrictEqual([expected.arguments, expected.reasoning], [got.arguments, got.reasoning]);
  const text = contentOf(got.arguments);
  if (got.refusal && refusal !== undefined && recording.note === undefined) {
    check(comparison, `${where}, refusal`, [{ content: refusal }, got.arguments]);
    allow(comparison, ALLOWED.refusal);
  } else if (
    got.refusal &&
    differs &&
    contentOf(expected.arguments) === '' &&
    isInResponseBody(recording.turns[index], text)
  ) {
    check(comparison, `${where}, reasoning`, [expected.reasoning, got.reasoning]);
    allow(comparison, ALLOWED.refusal);
  } else if (tagged && differs) {
    check(comparison, `${where}, arguments`, [trimmed(expected.arguments), trimmed(got.arguments)]);
    check(comparison, `${where}, reasoning`, [expected.reasoning.join('').trim(), got.reasoning.join('').trim()]);
    allow(comparison, ALLOWED.thinkTags);
  } else {
    if (differsByBlankLines(contentOf(expected.arguments), text)) allow(comparison, ALLOWED.saidApart);
    else check(comparison, `${where}, arguments`, [expected.arguments, got.arguments]);
    if (isJoinedFromDetails(expected.reasoning, got)) allow(comparison, ALLOWED.details);
    else check(comparison, `${where}, reasoning`, [expected.reasoning, got.reasoning]);
  }
}

function isJoinedFromDetails(expected: string[], { reasoning, reasoningField }: AttributedCall): boolean {
  if (reasoningField !== 'reasoning_details' || reasoning.length < 2) return false;
  return isDeepStrictEqual(expected, [reasoning.join('')]);
}

function compareReference({ comparison, earlier, where }: TurnContext, { expected, got, turn }: CallPair): void {
  const index = got.reasoningRef === null ? null : turn.calls.findIndex((call) => call.id === got.reasoningRef);
  if (expected.reasoning_ref_index === null && index === -1 && got.reasoningRef === earlier.at(-1)) {
    return allow(comparison, ALLOWED.acrossResponses);
  }
  check(comparison, `${where}, reference`, [expected.reasoning_ref_index, index === -1 ? got.reasoningRef : index]);
}

/**
 * Computes the sums of providers.md §14 from the provider's own numbers a second time, on purpose: the readers are
 * checked against them.
 */
function compareTokens(
  { comparison, recording, index, where }: TurnContext,
  expected: ExpectedTurn,
  { usage }: ReportedTurn,
): void {
  if (!expected.usage) return check(comparison, `${where}, tokens`, [null, usage ?? null]);
  if (expected.usage.inclusive) return check(comparison, `${where}, tokens`, [expected.usage.inclusive, usage]);
  const unsaid = hasThoughts(expected) && usage?.reasoning === undefined;
  const elsewhere = expected.usage.reasoning_tokens === null ? reasoningElsewhere(expected.usage.raw) : undefined;
  const reasoning_tokens = elsewhere ?? expected.usage.reasoning_tokens;
  const own = { ...expected.usage, reasoning_tokens, unsaid, beside: isBeside(recording, index) };
  const cached = cachedOutside(recording.api, own.raw);
  if (isNotCounted(own, usage)) return allow(comparison, ALLOWED.usageNone);
  const { output, reasoning, room: difference } = outputSide(own);
  const misses = comparison.misses.length;
  const tools = number(own.raw.toolUsePromptTokenCount);
  const input = own.input_tokens === null ? undefined : own.input_tokens + cached + tools;
  check(comparison, `${where}, input tokens`, [input, usage?.input]);
  check(comparison, `${where}, output tokens`, [output, usage?.output]);
  check(comparison, `${where}, reasoning tokens`, [reasoning, usage?.reasoning]);
  if (comparison.misses.length > misses) return;
  if (difference) allow(comparison, difference);
  if (elsewhere !== undefined) allow(comparison, ALLOWED.usageElsewhere);
  if (tools > 0) allow(comparison, ALLOWED.usageOfTools);
}

/** The thinking tokens in the host's own usage object: beside the sums (SGLang, Copilot), or within them (Cohere). */
function reasoningElsewhere(raw: ExpectedUsage['raw']): number | undefined {
  const { reasoning_tokens: beside, tokens } = raw;
  const within = (tokens as { reasoning_tokens?: unknown } | undefined)?.reasoning_tokens;
  return [beside, within].find((figure) => typeof figure === 'number');
}

/** True when all figures are 0, which counts as unknown. */
function isNotCounted(own: ExpectedUsage, usage: ReportedTurn['usage']): boolean {
  const counted = [own.input_tokens, own.output_tokens, own.reasoning_tokens].some((tokens) => (tokens ?? 0) !== 0);
  return !counted && own.input_tokens === 0 && usage?.input === undefined && usage?.output === undefined;
}

/** Cached input tokens that these two count beside their input; all others count them within it. */
function cachedOutside(api: string, raw: ExpectedUsage['raw']): number {
  if (api === 'bedrock.converse') return number(raw.cacheReadInputTokens) + number(raw.cacheWriteInputTokens);
  if (!/anthropic/.test(api)) return 0;
  return number(raw.cache_read_input_tokens) + number(raw.cache_creation_input_tokens);
}

/**
 * `unsaid`: there were thoughts, but no thinking tokens were reported. `beside`: the figures are Gemini's, with or
 * without a total.
 */
type OwnUsage = ExpectedUsage & { unsaid: boolean; beside: boolean };

function isBeside({ api, turns }: Recording, index: number): boolean {
  if (api === 'gemini.generateContent') return true;
  // Gemini's figures, passed on by a gateway.
  return api === 'openai.chat' && /\bthoughtsTokenCount\b/.test(JSON.stringify(turns[index]?.response.body ?? ''));
}

function outputSide(own: OwnUsage): { output?: number; reasoning?: number; room?: AllowedDifference } {
  const { output_tokens: output, reasoning_tokens: reasoning } = own;
  const { raw } = own;
  const total = number(raw.total_tokens) + number(raw.totalTokenCount) - number(raw.toolUsePromptTokenCount);
  if (output === null) {
    // Only thinking, which this host counts beside the output.
    if (reasoning !== null && total === number(own.input_tokens) + reasoning)
      return { output: reasoning, reasoning, room: ALLOWED.usageBeside };
    return reasoning === null ? {} : { reasoning };
  }
  const rest = total - number(own.input_tokens) - output;
  if (reasoning === null) {
    return rest > 0 ? { output: output + rest, reasoning: rest, room: ALLOWED.usageInTotal } : { output };
  }
  if (reasoning === 0) return own.unsaid ? { output, room: ALLOWED.usageZero } : { output, reasoning };
  if (rest === reasoning || own.beside) return { output: output + reasoning, reasoning, room: ALLOWED.usageBeside };
  return reasoning > output ? { output, reasoning: output, room: ALLOWED.usageAboveOutput } : { output, reasoning };
}

function hasThoughts(turn: ExpectedTurn): boolean {
  return turn.trailing_reasoning.length > 0 || turn.tool_calls.some((call) => call.reasoning.length > 0);
}

/** Takes a pair, expected first. */
function check(comparison: Comparison, where: string, [expected, got]: [expected: unknown, got: unknown]): void {
  if (!isDeepStrictEqual(expected, got)) comparison.misses.push({ where, expected, got });
}

function checkText(comparison: Comparison, where: string, [expected, got]: [expected: unknown, got: unknown]): void {
  if (differsByBlankLines(expected, got)) allow(comparison, ALLOWED.saidApart);
  else check(comparison, where, [expected, got]);
}

function allow(comparison: Comparison, difference: AllowedDifference): void {
  if (!comparison.allowed.includes(difference)) comparison.allowed.push(difference);
}

function trimmed(value: unknown): unknown {
  const content = contentOf(value);
  return content === undefined ? value : { content: content.trim() };
}

function number(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
