/** Where each value of a call's arguments came from, given the index of what the model had before the step. */
import { BestLocations, locationOf, matchOf, MAX_LOCATIONS } from './search/best-locations.ts';
import { Steps } from './search/steps.ts';
import { findJoined, type Joined, type Sources } from './search/find-joined.ts';
import { findSpelled } from './search/find-spelled.ts';
import { findWhole } from './search/find-whole.ts';
import { isIdentifier, isOpaqueIdentifier, isText } from './identifiers.ts';
import { leavesOf, type Leaf } from './text/leaves.ts';
import {
  FIRST_OF_MODEL,
  TRUST,
  type ArgumentOrigin,
  type ArgumentOrigins,
  type JsonPath,
  type Origin,
  type Trivial,
} from './origin.ts';
import { offeredAs, schemasOf, valuesOf, type SchemaValue } from './schema.ts';
import { indexSchema, withoutCutMark, type SeenIndex } from './search/seen-index.ts';
import { unescaped } from './text/unescape.ts';
import { wordsOf } from './text/words.ts';

/** What the tool is known to offer, and the limits of the search. */
export interface OriginOptions {
  /** The JSON schema of the tool's arguments. */
  schema?: unknown;
  /** What the tool says about itself. */
  description?: string;
  /** Comparisons for all values of the call. */
  maxSteps?: number;
  /** Values that are looked at. */
  maxValues?: number;
}

const MAX_STEPS = 20_000_000;
/** One value cannot use up what the others need. */
const MAX_STEPS_OF_VALUE = 200_000;
const MAX_VALUES = 1000;
/** A schema is read once for every argument that it describes. */
const MAX_SCHEMA_CHARACTERS = 2_000_000;

/** `args`: as they were parsed, or as text. `seen`: one index, or those of several steps in their order. */
export function originsOf(
  args: unknown,
  seen: SeenIndex | readonly SeenIndex[],
  options: OriginOptions = {},
): ArgumentOrigins {
  const indexes = [seen].flat();
  const { leaves, omitted } = leavesOf(args, { limit: options.maxValues ?? MAX_VALUES, withKeys: false });
  const search = new CallSearch(indexes, options);
  const values = leaves.map((leaf) => search.originOf(leaf));
  return {
    values,
    omitted,
    isComplete: indexes.every(({ isWithheld, isPartial }) => !isWithheld && !isPartial),
    steps: search.steps,
  };
}

const MAX_CHUNKS = 500;
const MAX_UNSEEN = 3;
const AROUND_CHUNK = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

class CallSearch {
  readonly #seen: readonly SeenIndex[];
  readonly #options: OriginOptions;
  readonly #schemas = new Map<string, SchemaOfArgument>();
  readonly #description: SeenIndex;
  #stepsLeft: number;
  #schemaCharacters = MAX_SCHEMA_CHARACTERS;

  constructor(seen: readonly SeenIndex[], options: OriginOptions) {
    this.#seen = seen;
    this.#options = options;
    this.#stepsLeft = options.maxSteps ?? MAX_STEPS;
    const { description } = options;
    this.#description = this.#indexSchema(
      description === undefined ? [] : [{ path: ['description'], value: description }],
    );
  }

  get steps(): number {
    return (this.#options.maxSteps ?? MAX_STEPS) - this.#stepsLeft;
  }

  originOf({ path, value }: Leaf): ArgumentOrigin {
    const { nodes, index } = this.#schemaOf(path);
    const trivial = trivialOf(value) ?? offeredAs(nodes, value);
    const indexes = [...this.#seen, index, this.#description];
    const origin = this.#find(value, indexes);
    const isProse = isText(value);
    return {
      path,
      value,
      origin,
      ...(trivial !== undefined && { trivial }),
      isIdentifier: !isProse && isIdentifier(value, nameOf(path)),
      isText: isProse,
      unseenIdentifiers: isProse && isMissing(origin) ? this.#unseenIn(String(value), indexes) : [],
    };
  }

  /** Items of a list share the schema of the list. */
  #schemaOf(path: JsonPath): SchemaOfArgument {
    const key = JSON.stringify(path.map((step) => (typeof step === 'number' ? 0 : step)));
    const stored = this.#schemas.get(key);
    if (stored) return stored;
    const nodes = this.#options.schema === undefined ? [] : schemasOf(this.#options.schema, path);
    const found = { nodes, index: this.#indexSchema(valuesOf(nodes)) };
    this.#schemas.set(key, found);
    return found;
  }

  #indexSchema(values: readonly SchemaValue[]): SeenIndex {
    const index = indexSchema(values, this.#schemaCharacters);
    this.#schemaCharacters -= index.characters;
    return index;
  }

  #find(value: unknown, indexes: readonly SeenIndex[]): Origin {
    if (typeof value === 'number') return this.#findText(value, indexes);
    if (typeof value !== 'string') return NOWHERE;
    // Two masked values look alike, and of a cut one only the beginning could be found.
    if (withoutCutMark(value).isWithheld) return { kind: 'unknown', reason: 'withheld' };
    return this.#findText(value, indexes);
  }

  #findText(value: number | string, indexes: readonly SeenIndex[]): Origin {
    const steps = new Steps(Math.min(MAX_STEPS_OF_VALUE, this.#stepsLeft));
    const before = steps.left;
    const best = new BestLocations();
    if (!steps.isOver) findWhole(value, { indexes, best, steps });
    if (!best.first && !steps.isOver) findSpelled(value, { indexes, best, steps });
    const { first } = best;
    const found = first?.segment.rank ?? Infinity;
    // What the model wrote itself proves less than the pieces that it was put together from.
    let joined: Joined | undefined;
    if (typeof value === 'string' && found >= FIRST_OF_MODEL) {
      joined = findJoinedForm(value, { indexes, steps, below: FIRST_OF_MODEL });
      if (!first) joined ??= findJoinedForm(value, { indexes, steps, below: Infinity });
    }
    this.#stepsLeft -= before - steps.left;
    if (joined) {
      const locations = joined.parts.flatMap(({ location }) => (location ? [location] : [])).slice(0, MAX_LOCATIONS);
      const kind = TRUST[joined.rank] ?? 'thought';
      return { kind, match: { how: 'joined', rules: [] }, locations, parts: joined.parts };
    }
    if (first) return { kind: locationOf(first).kind, match: matchOf(first), locations: best.locations };
    return absent(indexes, steps);
  }

  #unseenIn(text: string, indexes: readonly SeenIndex[]): string[] {
    const chunks = text.split(/\s+/, MAX_CHUNKS).map((chunk) => chunk.replaceAll(AROUND_CHUNK, ''));
    const unseen = new Set<string>();
    for (const chunk of new Set(chunks)) {
      if (unseen.size >= MAX_UNSEEN) break;
      if (isOpaqueIdentifier(chunk) && this.#findText(chunk, indexes).kind === 'nowhere') unseen.add(chunk);
    }
    return [...unseen];
  }
}

/** The value as it is, or without its escapes. */
function findJoinedForm(value: string, sources: Sources): Joined | undefined {
  for (const text of [value, ...unescaped(value).map((form) => form.text)]) {
    const joined = findJoined(text, sources);
    if (joined) return joined;
  }
  return undefined;
}

type SchemaOfArgument = { nodes: ReturnType<typeof schemasOf>; index: SeenIndex };

/** Unknown is not nowhere. */
function absent(indexes: readonly SeenIndex[], steps: Steps): Origin {
  if (steps.isOver) return { kind: 'unknown', reason: 'not looked at' };
  if (indexes.some(({ isWithheld }) => isWithheld)) return { kind: 'unknown', reason: 'withheld' };
  return indexes.some(({ isPartial }) => isPartial) ? { kind: 'unknown', reason: 'not looked at' } : NOWHERE;
}

const NOWHERE: Origin = { kind: 'nowhere' };

const isMissing = ({ kind }: Origin) => kind === 'nowhere';

/** The name of a value in a list is that of the list. */
const nameOf = (path: JsonPath): string => path.findLast((step): step is string => typeof step === 'string') ?? '';

function trivialOf(value: unknown): Trivial | undefined {
  if (typeof value === 'boolean') return 'boolean';
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'object') return 'empty';
  const text = String(value).trim();
  if (text === '') return 'empty';
  if (wordsOf(text.slice(0, 100)).length === 0 && wordsOf(text).length === 0) return 'punctuation';
  return text.length === 1 || /^-?\d$/.test(text) ? 'one character' : undefined;
}
