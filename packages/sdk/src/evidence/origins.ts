// Where the values of a call's arguments came from. Inputs are checked here, because programs without types pass anything.
import {
  indexSeen as indexEntries,
  isInventedIdentifier as isInvented,
  isUnsourced as isFromNowhere,
  originsOf as findOrigins,
  TRUST,
  type ArgumentOrigin,
  type ArgumentOrigins,
  type OriginKind,
  type OriginOptions,
  type SeenIndex,
} from '@subtext/evidence';
import { EvidenceError, readingInput } from './evidence-error.ts';

/** One text or JSON value that the model had before the step. Schemas are given with the tool, in the options. */
export type SeenEntry = {
  kind: Exclude<OriginKind, 'schema'>;
  step?: string;
  call?: string;
  /** The text was cut, withheld, or is not stored: what is not found is then unknown. */
  isIncomplete?: boolean;
} & ({ text: string } | { json: unknown });

/** What the model had before a step, indexed once for all calls of the step. */
export interface SeenTexts {
  /** False: a text was cut, masked, withheld, or beyond the limits. What is not found is then unknown. */
  readonly isComplete: boolean;
}

const INDEXES = new WeakMap<SeenTexts, SeenIndex>();
const KINDS: readonly string[] = TRUST.filter((kind) => kind !== 'schema');

/**
 * Indexes what the model had before a step: `[{ kind: 'user', text: 'Refund order 8812' }, { kind: 'tool_result', json:
 * { id: 'A7' }, call: 'call_1' }]`. Kinds are `user`, `instructions`, `tool_result`, `argument` (of earlier calls),
 * `message` (text that the model wrote) and `thought`. Mark a text that was cut or is not stored with `isIncomplete`:
 * what is not found is then unknown instead of from nowhere. Texts beyond 8 million characters are not looked at.
 *
 * @throws EvidenceError for entries of another shape.
 */
export function indexSeen(entries: readonly SeenEntry[]): SeenTexts {
  return readingInput('What the model had', () => {
    if (!Array.isArray(entries))
      throw new EvidenceError('What the model had is a list of { kind, text } or { kind, json }.');
    const index = indexEntries(entries.map(seenEntry));
    const seen: SeenTexts = Object.freeze({ isComplete: !index.isWithheld && !index.isPartial });
    INDEXES.set(seen, index);
    return seen;
  });
}

function seenEntry(entry: unknown, position: number): SeenEntry {
  const { kind, text, json, step, call, isIncomplete } = (entry ?? {}) as Record<string, unknown>;
  if (typeof kind !== 'string' || !KINDS.includes(kind))
    throw new EvidenceError(`Entry ${position} has no kind of ${KINDS.join(', ')}.`);
  if (text !== undefined && typeof text !== 'string')
    throw new EvidenceError(`The text of entry ${position} is no text.`);
  return {
    kind: kind as SeenEntry['kind'],
    ...(typeof step === 'string' && { step }),
    ...(typeof call === 'string' && { call }),
    isIncomplete: isIncomplete === true,
    ...(text === undefined ? { json } : { text }),
  };
}

/**
 * Says for each value of a call's arguments where the model had it before the step: the most trusted place, with others.
 * `args` are the arguments as JSON text or parsed. `seen` is from `indexSeen()`, or a list of them when each step
 * indexes what came new with it. `options.schema` is the JSON schema of the tool: values that it offers are from there.
 *
 * A value that is `nowhere` was looked for in everything that the model had; `unknown` says that not everything could
 * be looked at. At most 1,000 values are looked at (`omitted` counts the others).
 *
 * @throws EvidenceError if `seen` is not from `indexSeen()`.
 */
export function originsOf(
  args: unknown,
  seen: SeenTexts | readonly SeenTexts[],
  options: OriginOptions = {},
): ArgumentOrigins {
  return readingInput('The arguments', () => {
    const indexes = [seen].flat().map((one) => {
      const index = INDEXES.get(one);
      if (!index) throw new EvidenceError('The second parameter of originsOf() is what indexSeen() returns.');
      return index;
    });
    return findOrigins(args, indexes, readOptions(options));
  });
}

function readOptions(options: unknown): OriginOptions {
  const { schema, description, maxSteps, maxValues } = (options ?? {}) as Record<string, unknown>;
  return {
    ...(schema !== undefined && { schema }),
    ...(typeof description === 'string' && { description }),
    ...(isLimit(maxSteps) && { maxSteps }),
    ...(isLimit(maxValues) && { maxValues }),
  };
}

const isLimit = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/**
 * True when a value of `originsOf()` is from nowhere and somebody should ask why: not trivial (a boolean, a single
 * character, what the schema offers), and not prose without identifiers.
 *
 * @throws EvidenceError for another value than one of `originsOf()`.
 */
export function isUnsourced(value: ArgumentOrigin): boolean {
  return readingInput('The value', () => isFromNowhere(value));
}

/**
 * The worst case of `isUnsourced()`: an id, an address or a path that the model had from nowhere.
 *
 * @throws EvidenceError for another value than one of `originsOf()`.
 */
export function isInventedIdentifier(value: ArgumentOrigin): boolean {
  return readingInput('The value', () => isInvented(value));
}
