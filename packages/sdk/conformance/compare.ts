/** What was told against what was expected, turn by turn. Where the recordings leave room, the difference is named with its reason. */
import { isDeepStrictEqual } from 'node:util';
import type { AttributedCall } from '@subtext/reasoning';
import type { ExpectedCall, ExpectedTurn, ExpectedUsage, Recording } from './recording.ts';
import type { ToldTurn } from './told.ts';
import { ROOM, type Room } from './room.ts';
import { contentOf, isSaidApart, isSpokenIn, saysNothing } from './said.ts';
import { planOf, withPlanSaid } from './tool-plan.ts';

export interface Miss {
  /** `turn 1, call 2, reasoning` */
  where: string;
  expected: unknown;
  got: unknown;
}

export interface Comparison {
  misses: Miss[];
  rooms: Room[];
}

export function compare(recording: Recording, told: readonly ToldTurn[]): Comparison {
  const comparison: Comparison = { misses: [], rooms: [] };
  const expected = recording.expected.turns.map((turn, index) => withPlanSaid(turn, planOf(recording.turns[index])));
  if (expected.some((turn, index) => turn !== recording.expected.turns[index])) allow(comparison, ROOM.toolPlan);
  check(comparison, 'number of generations', [expected.length, told.length]);
  const earlier: string[] = [];
  for (const [index, turn] of expected.entries()) {
    const got = told[index];
    if (!got) break;
    compareTurn({ recording, comparison, earlier, index, where: `turn ${index + 1}` }, turn, got);
    earlier.push(
      ...turn.tool_calls.flatMap((call, at) => (call.reasoning.length > 0 ? idOf(call, got.calls[at]) : [])),
    );
  }
  return comparison;
}

/** Where the provider gives none (Gemini), the id that was made for it. */
function idOf(expected: ExpectedCall, got: AttributedCall | undefined): string[] {
  const id = expected.tool_call_id ?? got?.id;
  return id === undefined ? [] : [id];
}

interface Place {
  recording: Recording;
  comparison: Comparison;
  /** Ids of the calls with reasoning in earlier turns. */
  earlier: readonly string[];
  /** Of the turn. */
  index: number;
  where: string;
}

function compareTurn(place: Place, expected: ExpectedTurn, got: ToldTurn): void {
  const { comparison, where } = place;
  const silent = got.calls.length === 0 && saysNothing(expected);
  if (silent) allow(comparison, ROOM.saidNothing);
  else check(comparison, `${where}, number of calls`, [expected.tool_calls.length, got.calls.length]);
  for (const [index, call] of expected.tool_calls.entries()) {
    const told = got.calls[index];
    if (told)
      compareCall(
        { ...place, where: `${where}, call ${index + 1}` },
        { expected: call, got: told, turn: got, refusal: expected.refusal },
      );
  }
  check(comparison, `${where}, trailing reasoning`, [expected.trailing_reasoning, got.trailingReasoning]);
  checkSaid(comparison, `${where}, trailing text`, [expected.trailing_text, got.trailingText]);
  compareTokens(place, expected, got);
}

interface CallPair {
  expected: ExpectedCall;
  got: AttributedCall;
  turn: ToldTurn;
  refusal: string | undefined;
}

function compareCall(place: Place, pair: CallPair): void {
  const { comparison, where } = place;
  const { expected, got } = pair;
  check(comparison, `${where}, name`, [expected.tool_name, got.name]);
  check(comparison, `${where}, id`, [expected.tool_call_id, got.idGenerated ? null : got.id]);
  checkSaid(comparison, `${where}, preamble`, [expected.preamble, got.preamble]);
  check(comparison, `${where}, item type`, [expected.item_type, got.type === 'answer' ? null : got.itemType]);
  if (expected.state !== undefined) {
    check(comparison, `${where}, state`, [expected.state, got.state]);
    check(comparison, `${where}, tokens`, [expected.reasoning_tokens, got.reasoningTokens]);
    check(comparison, `${where}, source of the tokens`, [expected.reasoning_tokens_source, got.reasoningTokensSource]);
  }
  compareTexts(place, pair);
  compareReference(place, pair);
}

function compareTexts({ comparison, recording, index, where }: Place, { expected, got, refusal }: CallPair): void {
  const tagged = recording.tags.includes('think_tags');
  const differs = !isDeepStrictEqual([expected.arguments, expected.reasoning], [got.arguments, got.reasoning]);
  const said = contentOf(got.arguments);
  if (got.refusal && refusal !== undefined && recording.note === undefined) {
    check(comparison, `${where}, refusal`, [{ content: refusal }, got.arguments]);
    allow(comparison, ROOM.refusal);
  } else if (
    got.refusal &&
    differs &&
    contentOf(expected.arguments) === '' &&
    isSpokenIn(recording.turns[index], said)
  ) {
    check(comparison, `${where}, reasoning`, [expected.reasoning, got.reasoning]);
    allow(comparison, ROOM.refusal);
  } else if (tagged && differs) {
    check(comparison, `${where}, arguments`, [trimmed(expected.arguments), trimmed(got.arguments)]);
    check(comparison, `${where}, reasoning`, [expected.reasoning.join('').trim(), got.reasoning.join('').trim()]);
    allow(comparison, ROOM.thinkTags);
  } else {
    if (isSaidApart(contentOf(expected.arguments), said)) allow(comparison, ROOM.saidApart);
    else check(comparison, `${where}, arguments`, [expected.arguments, got.arguments]);
    if (isJoinedFromDetails(expected.reasoning, got)) allow(comparison, ROOM.details);
    else check(comparison, `${where}, reasoning`, [expected.reasoning, got.reasoning]);
  }
}

function isJoinedFromDetails(expected: string[], { reasoning, reasoningField }: AttributedCall): boolean {
  if (reasoningField !== 'reasoning_details' || reasoning.length < 2) return false;
  return isDeepStrictEqual(expected, [reasoning.join('')]);
}

function compareReference({ comparison, earlier, where }: Place, { expected, got, turn }: CallPair): void {
  const index = got.reasoningRef === null ? null : turn.calls.findIndex((call) => call.id === got.reasoningRef);
  if (expected.reasoning_ref_index === null && index === -1 && got.reasoningRef === earlier.at(-1)) {
    return allow(comparison, ROOM.acrossResponses);
  }
  check(comparison, `${where}, reference`, [expected.reasoning_ref_index, index === -1 ? got.reasoningRef : index]);
}

/** The sums of providers.md §14 over the provider's own numbers, worked out a second time on purpose: the readers are checked against them. */
function compareTokens(
  { comparison, recording, index, where }: Place,
  expected: ExpectedTurn,
  { usage }: ToldTurn,
): void {
  if (!expected.usage) return check(comparison, `${where}, tokens`, [null, usage ?? null]);
  if (expected.usage.inclusive) return check(comparison, `${where}, tokens`, [expected.usage.inclusive, usage]);
  const unsaid = hasThoughts(expected) && usage?.reasoning === undefined;
  const elsewhere = expected.usage.reasoning_tokens === null ? reasoningElsewhere(expected.usage.raw) : undefined;
  const reasoning_tokens = elsewhere ?? expected.usage.reasoning_tokens;
  const own = { ...expected.usage, reasoning_tokens, unsaid, beside: isBeside(recording, index) };
  const cached = cachedOutside(recording.api, own.raw);
  if (isNotCounted(own, usage)) return allow(comparison, ROOM.usageNone);
  const { output, reasoning, room } = outputSide(own);
  const misses = comparison.misses.length;
  const tools = number(own.raw.toolUsePromptTokenCount);
  const input = own.input_tokens === null ? undefined : own.input_tokens + cached + tools;
  check(comparison, `${where}, input tokens`, [input, usage?.input]);
  check(comparison, `${where}, output tokens`, [output, usage?.output]);
  check(comparison, `${where}, reasoning tokens`, [reasoning, usage?.reasoning]);
  if (comparison.misses.length > misses) return;
  if (room) allow(comparison, room);
  if (elsewhere !== undefined) allow(comparison, ROOM.usageElsewhere);
  if (tools > 0) allow(comparison, ROOM.usageOfTools);
}

/** Beside the sums (SGLang, Copilot), and within them (Cohere). */
function reasoningElsewhere(raw: ExpectedUsage['raw']): number | undefined {
  const { reasoning_tokens: beside, tokens } = raw;
  const within = (tokens as { reasoning_tokens?: unknown } | undefined)?.reasoning_tokens;
  return [beside, within].find((figure) => typeof figure === 'number');
}

/** Nothing but zeros, which we do not take for figures. */
function isNotCounted(own: ExpectedUsage, usage: ToldTurn['usage']): boolean {
  const counted = [own.input_tokens, own.output_tokens, own.reasoning_tokens].some((tokens) => (tokens ?? 0) !== 0);
  return !counted && own.input_tokens === 0 && usage?.input === undefined && usage?.output === undefined;
}

/** What these two count beside their input; all others within it. */
function cachedOutside(api: string, raw: ExpectedUsage['raw']): number {
  if (api === 'bedrock.converse') return number(raw.cacheReadInputTokens) + number(raw.cacheWriteInputTokens);
  if (!/anthropic/.test(api)) return 0;
  return number(raw.cache_read_input_tokens) + number(raw.cache_creation_input_tokens);
}

/** `unsaid`: there were thoughts, and we told no tokens for them. `beside`: the figures are Gemini's, with or without a total. */
type OwnUsage = ExpectedUsage & { unsaid: boolean; beside: boolean };

function isBeside({ api, turns }: Recording, index: number): boolean {
  if (api === 'gemini.generateContent') return true;
  // As a gateway passed them on.
  return api === 'openai.chat' && /\bthoughtsTokenCount\b/.test(JSON.stringify(turns[index]?.response.body ?? ''));
}

function outputSide(own: OwnUsage): { output?: number; reasoning?: number; room?: Room } {
  const { output_tokens: output, reasoning_tokens: reasoning } = own;
  const { raw } = own;
  const total = number(raw.total_tokens) + number(raw.totalTokenCount) - number(raw.toolUsePromptTokenCount);
  if (output === null) {
    // Nothing but thinking, where it is counted beside the output.
    if (reasoning !== null && total === number(own.input_tokens) + reasoning)
      return { output: reasoning, reasoning, room: ROOM.usageBeside };
    return reasoning === null ? {} : { reasoning };
  }
  const rest = total - number(own.input_tokens) - output;
  if (reasoning === null) {
    return rest > 0 ? { output: output + rest, reasoning: rest, room: ROOM.usageInTotal } : { output };
  }
  if (reasoning === 0) return own.unsaid ? { output, room: ROOM.usageZero } : { output, reasoning };
  if (rest === reasoning || own.beside) return { output: output + reasoning, reasoning, room: ROOM.usageBeside };
  return reasoning > output ? { output, reasoning: output, room: ROOM.usageAboveOutput } : { output, reasoning };
}

function hasThoughts(turn: ExpectedTurn): boolean {
  return turn.trailing_reasoning.length > 0 || turn.tool_calls.some((call) => call.reasoning.length > 0);
}

/** A pair, expected first. */
function check(comparison: Comparison, where: string, [expected, got]: [expected: unknown, got: unknown]): void {
  if (!isDeepStrictEqual(expected, got)) comparison.misses.push({ where, expected, got });
}

function checkSaid(comparison: Comparison, where: string, [expected, got]: [expected: unknown, got: unknown]): void {
  if (isSaidApart(expected, got)) allow(comparison, ROOM.saidApart);
  else check(comparison, where, [expected, got]);
}

function allow(comparison: Comparison, room: Room): void {
  if (!comparison.rooms.includes(room)) comparison.rooms.push(room);
}

function trimmed(value: unknown): unknown {
  const content = contentOf(value);
  return content === undefined ? value : { content: content.trim() };
}

function number(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
