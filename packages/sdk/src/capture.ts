/**
 * What may leave this process, in the words of the options; gate.ts holds it. A value whose mask throws, or returns something else than a
 * string, stays here, and the span names what is missing.
 */

/** `length` sends `[N characters]` in place of the content. */
export type CaptureLevel = 'full' | 'length' | 'none';

/** Messages of errors may quote anything, so they follow the strictest of the four. */
export interface CapturePolicy {
  /** Thoughts of the model, and what only its provider can read of them: signatures and encrypted thoughts, which `length` drops. */
  reasoning?: CaptureLevel;
  /** What people and the model said, instructions, tool definitions. */
  text?: CaptureLevel;
  /** Arguments of tool calls. */
  arguments?: CaptureLevel;
  /** Results of tools. */
  results?: CaptureLevel;
}

/**
 * Runs on every text that leaves and was not written by us. `where` says what it is. Contents: `reasoning`, `signature` (a changed one is
 * left out: it would prove nothing), `preamble`, `text`, `arguments`, `result`, `system`, `tool_definitions`, `error`. Of the run: `session`,
 * `user`, `tag`, `metadata` (a key), `metadata.<key>` (its value), `environment`, `release`. Names: `model`, `tool_name`, `agent_name`,
 * `name` (of a message's author), `type` (the provider's own words: kinds of items, reasons to finish), `server`. `id`: a changed id is
 * replaced by a random one, the same for all its uses. Arguments and results come as JSON text, keys included, and texts in it that JSON
 * has to escape come once more as they are. Called synchronously; a promise withholds.
 */
export type Mask = (value: string, where: string) => string;

const KINDS = ['reasoning', 'text', 'arguments', 'results'] as const satisfies (keyof CapturePolicy)[];
/** Of those who set none. */
export const OPEN: Required<CapturePolicy> = { reasoning: 'full', text: 'full', arguments: 'full', results: 'full' };
const STRICTNESS: readonly CaptureLevel[] = ['full', 'length', 'none'];

/** A word that is no level withholds, as does a policy that is none: a mistake must not open what was meant to be closed. */
function levelOf(policy: CapturePolicy | undefined, kind: keyof CapturePolicy): CaptureLevel {
  if (policy === undefined || policy === null) return 'full';
  if (typeof policy !== 'object') return 'none';
  const level = policy[kind];
  if (level === undefined) return 'full';
  return level === 'full' || level === 'length' ? level : 'none';
}

/** Of several policies the strictest level holds. */
export function strictest(policies: readonly (CapturePolicy | undefined)[]): Required<CapturePolicy> {
  // Most have none, and this is asked for every span.
  if (policies.every((policy) => policy === undefined)) return OPEN;
  const level = (kind: keyof CapturePolicy) => strictestLevel(policies.map((policy) => levelOf(policy, kind)));
  return Object.fromEntries(KINDS.map((kind) => [kind, level(kind)])) as Required<CapturePolicy>;
}

export function strictestLevel(levels: readonly CaptureLevel[]): CaptureLevel {
  return STRICTNESS[Math.max(0, ...levels.map((level) => STRICTNESS.indexOf(level)))] ?? 'none';
}
