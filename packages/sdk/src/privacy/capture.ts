/**
 * The capture policy and the mask, as the options declare them; redactor.ts applies them. A value whose mask throws, or
 * returns no string, is withheld, and the span names the attribute.
 */

/** `length` sends `[N characters]` in place of the content. */
export type CaptureLevel = 'full' | 'length' | 'none';

/** Error messages may quote any content, so they follow the strictest of the four levels. */
export interface CapturePolicy {
  /**
   * Thoughts of the model, and the fields that only its provider can read: signatures and encrypted thoughts, which
   * `length` drops.
   */
  reasoning?: CaptureLevel;
  /** Messages of users and of the model, instructions, tool definitions. */
  text?: CaptureLevel;
  /** Arguments of tool calls. */
  arguments?: CaptureLevel;
  /** Results of tools. */
  results?: CaptureLevel;
}

/**
 * Runs on every text that leaves this process and was not written by the SDK. `where` names the kind of text. Contents:
 * `reasoning`, `signature` (a changed one is dropped, because it would prove nothing), `preamble`, `text`, `arguments`,
 * `result`, `system`, `tool_definitions`, `error`, `comment` (of a score). Run context: `session`, `user`, `tag`,
 * `metadata` (a key), `metadata.<key>` (its value), `environment`, `release`. Names: `model`, `tool_name`,
 * `agent_name`, `name` (of a message's author), `type` (the provider's own terms: item types, finish reasons),
 * `server`, `score` (its name, or its category). `id`: a changed id is replaced by a random one, the same for all its
 * uses. Arguments and results are passed as JSON text, keys included; texts in it that JSON escapes are passed once
 * more unescaped. Called synchronously; a promise withholds.
 */
export type Mask = (value: string, where: string) => string;

/** The part of a client's settings that says what may leave. */
export interface PrivacySettings {
  run: { capture?: CapturePolicy };
  mask?: Mask;
}

const KINDS = ['reasoning', 'text', 'arguments', 'results'] as const satisfies (keyof CapturePolicy)[];
/** The policy of clients that set none. */
export const OPEN: Required<CapturePolicy> = { reasoning: 'full', text: 'full', arguments: 'full', results: 'full' };
const STRICTNESS: readonly CaptureLevel[] = ['full', 'length', 'none'];

/** An unknown level, or a policy that is not an object, withholds: a mistake must not expose content. */
function captureLevel(policy: CapturePolicy | undefined, kind: keyof CapturePolicy): CaptureLevel {
  if (policy === undefined || policy === null) return 'full';
  if (typeof policy !== 'object') return 'none';
  const level = policy[kind];
  if (level === undefined) return 'full';
  return level === 'full' || level === 'length' ? level : 'none';
}

/** The strictest level of several policies wins. */
export function strictest(policies: readonly (CapturePolicy | undefined)[]): Required<CapturePolicy> {
  // The common case: no policy. This runs for every span.
  if (policies.every((policy) => policy === undefined)) return OPEN;
  const level = (kind: keyof CapturePolicy) => strictestLevel(policies.map((policy) => captureLevel(policy, kind)));
  return Object.fromEntries(KINDS.map((kind) => [kind, level(kind)])) as Required<CapturePolicy>;
}

export function strictestLevel(levels: readonly CaptureLevel[]): CaptureLevel {
  return STRICTNESS[Math.max(0, ...levels.map((level) => STRICTNESS.indexOf(level)))] ?? 'none';
}
