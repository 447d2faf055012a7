/**
 * The tokens of an agent's answers. The program reports the input of each answer, and the output only of a whole turn:
 * it is split over the answers of the turn, so that they add up to exactly what was reported. Pure.
 */
import { apportion, jsonText, record, thoughtWeights, type Part, type Usage } from '@subtext/reasoning';

/** One answer, as far as its tokens are concerned. */
export interface MeasuredAnswer {
  parts: readonly Part[];
  /** Without `output` when it was not reported for this answer. */
  usage: Usage | undefined;
  /** The program does not send the thoughts of this answer. */
  hidesThoughts: boolean;
}

const INPUT_FIGURES = ['input', 'cacheRead', 'cacheWrite'] as const;
const FIGURES = [...INPUT_FIGURES, 'cacheWriteHour', 'output', 'reasoning'] as const;

/**
 * The usage of each answer when together they are what `total` reports; undefined when other model calls are in it,
 * because then the output cannot be split between them.
 */
export function sharedUsage(answers: readonly MeasuredAnswer[], total: Usage): Usage[] | undefined {
  const reported = answers.flatMap(({ usage }) => usage ?? []);
  if (answers.length === 0 || reported.length < answers.length || !haveSameInput(reported, total)) return undefined;
  const open = answers.filter(({ usage }) => usage?.output === undefined);
  if (open.length === 0) return reported;
  const closed = answers.filter((answer) => !open.includes(answer)).flatMap(({ usage }) => usage ?? []);
  const rest = remainder(total, closed);
  if (rest?.output === undefined) return undefined;
  const shares = shareOutput(open, rest.output, rest.reasoning);
  return answers.map((answer, index) => ({ ...reported[index], ...shares.get(answer) }));
}

/** `total` without the given usages; undefined when they are more than the total. */
export function remainder(total: Usage, usages: readonly Usage[]): Usage | undefined {
  const rest: Usage = {};
  for (const name of FIGURES) {
    const whole = total[name];
    if (whole === undefined) continue;
    const left = whole - sumOf(usages, name);
    if (left < 0) return undefined;
    rest[name] = left;
  }
  return rest;
}

export function addedUsage(left: Usage | undefined, right: Usage): Usage {
  if (!left) return right;
  const sum: Usage = {};
  for (const name of FIGURES) {
    if (left[name] !== undefined && right[name] !== undefined) sum[name] = left[name] + right[name];
  }
  return sum;
}

export const hasTokens = (usage: Usage): boolean => (usage.input ?? 0) + (usage.output ?? 0) > 0;

/** An entry of `modelUsage`. */
export function usageOfModel(value: unknown): Usage {
  const figures = record(value);
  const [cacheRead, cacheWrite] = [count(figures.cacheReadInputTokens), count(figures.cacheCreationInputTokens)];
  const uncached = count(figures.inputTokens);
  const cacheWriteHour = count(figures.cacheCreationEphemeral1hInputTokens);
  const [output, reasoning] = [count(figures.outputTokens), count(figures.thinkingTokens)];
  return {
    ...(uncached !== undefined && { input: uncached + (cacheRead ?? 0) + (cacheWrite ?? 0) }),
    ...(cacheRead !== undefined && { cacheRead }),
    ...(cacheWrite !== undefined && { cacheWrite }),
    ...(cacheWriteHour !== undefined && { cacheWriteHour }),
    ...(output !== undefined && { output }),
    ...(reasoning !== undefined && { reasoning }),
  };
}

export function costOfModel(value: unknown): number {
  const { costUSD: cost } = record(value);
  return typeof cost === 'number' && Number.isFinite(cost) ? cost : 0;
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

const sumOf = (usages: readonly Usage[], name: (typeof FIGURES)[number]): number =>
  usages.reduce((sum, usage) => sum + (usage[name] ?? 0), 0);

function haveSameInput(usages: readonly Usage[], total: Usage): boolean {
  return (
    usages.every(({ input }) => input !== undefined) &&
    INPUT_FIGURES.every((name) => sumOf(usages, name) === (total[name] ?? 0))
  );
}

type Shares = Map<MeasuredAnswer, Pick<Usage, 'output' | 'outputSource' | 'reasoning' | 'reasoningSource'>>;

/** Thinking by the length of the thoughts, the rest by the length of the rest. One answer gets the exact figures. */
function shareOutput(answers: readonly MeasuredAnswer[], output: number, reasoning: number | undefined): Shares {
  const thinking = Math.min(reasoning ?? 0, output);
  const thoughts = apportion(thinking, thinkingWeights(answers));
  const others = apportion(
    output - thinking,
    answers.map(({ parts }) => spokenLength(parts, reasoning === undefined)),
  );
  const source = answers.length > 1 ? 'apportioned' : 'derived';
  return new Map(
    answers.map((answer, index) => [
      answer,
      {
        output: (thoughts[index] ?? 0) + (others[index] ?? 0),
        outputSource: source,
        ...(reasoning !== undefined && { reasoning: thoughts[index] ?? 0, reasoningSource: source }),
      },
    ]),
  );
}

function thinkingWeights(answers: readonly MeasuredAnswer[]): number[] {
  const lengths = answers.map(({ parts, hidesThoughts }) => {
    const own = parts.flatMap(thoughtLength);
    return own.length === 0 && hidesThoughts ? [null] : own;
  });
  const weights = thoughtWeights(lengths.flat());
  return lengths.map(({ length }) => weights.splice(0, length).reduce((sum, weight) => sum + weight, 0));
}

/** null = a thought without text. */
function thoughtLength(part: Part): (number | null)[] {
  if (part.kind === 'reasoning') return [part.text.length];
  return part.kind === 'redacted' || (part.kind === 'hidden' && !part.beside) ? [null] : [];
}

function spokenLength(parts: readonly Part[], withThoughts: boolean): number {
  return parts.reduce((sum, part) => {
    if (part.kind === 'text') return sum + part.text.length;
    if (part.kind === 'tool_call') return sum + part.name.length + jsonText(part.arguments).length;
    return sum + (withThoughts && part.kind === 'reasoning' ? part.text.length : 0);
  }, 0);
}
