/** The origins of a call's arguments as they are stored: paths and places, never values. */
import {
  isInventedIdentifier,
  isUnsourced,
  type ArgumentOrigin,
  type ArgumentOrigins,
  type Doubt,
  type JsonPath,
  type Match,
  type OriginKind,
  type Rule,
  type SeenLocation,
  type Trivial,
} from '../origins/origin.ts';
import type { EntrySource } from './context.ts';
import type { StoredContext } from './stored-step.ts';

export interface StoredOrigins {
  values: StoredOrigin[];
  /** Values that are not in the list. */
  omitted: number;
  /** False when a text that the model had is not stored, or was not looked at. */
  isComplete: boolean;
  /** The sender reports no instructions, or no tools: what is from nowhere may be from there. */
  lacksInstructions?: true;
}

export interface StoredOrigin {
  path: JsonPath;
  kind: OriginKind | 'nowhere' | 'unknown';
  /** Why it is unknown. */
  reason?: 'withheld' | 'not looked at' | 'not reported';
  how?: Match['how'];
  rules?: readonly Rule[];
  doubt?: Doubt;
  trivial?: Trivial;
  isText?: true;
  isUnsourced?: true;
  isInvented?: true;
  /** Where identifiers that were seen nowhere are in the text, in UTF-16 code units. */
  unseen?: { offset: number; length: number }[];
  places?: StoredPlace[];
}

/** Where a value was seen: in a text of a call, or in the request of this step. */
export interface StoredPlace {
  kind: OriginKind;
  call?: NonNullable<EntrySource['call']>;
  /** Index in the request of the step. */
  system?: number;
  message?: number;
  part?: number;
  path?: JsonPath;
  isKey?: true;
  offset: number;
  length: number;
}

const MOST_VALUES = 200;
const MOST_CHARACTERS = 48_000;
const LONGEST_KEY = 100;
const LONGEST_PATH = 24;

type SourceOf = (entry: number) => EntrySource | undefined;

export function storedOrigins(
  { values, omitted, isComplete }: ArgumentOrigins,
  { sourceOf, lacksInstructions }: Pick<StoredContext, 'lacksInstructions'> & { sourceOf: SourceOf },
): StoredOrigins {
  // What somebody should ask about is kept first.
  const kept = new Set([...values.filter(isUnsourced), ...values].slice(0, MOST_VALUES));
  const stored: StoredOrigin[] = [];
  let characters = 0;
  for (const value of values) {
    if (!kept.has(value)) continue;
    const found = storedOrigin(value, sourceOf);
    const origin = lacksInstructions ? withDoubt(found) : found;
    characters += JSON.stringify(origin).length;
    if (characters > MOST_CHARACTERS) break;
    stored.push(origin);
  }
  return {
    values: stored,
    omitted: omitted + values.length - stored.length,
    isComplete,
    ...(lacksInstructions && { lacksInstructions }),
  };
}

/**
 * Instructions and tools name units, states and limits, so a value that is not found may be from them. They do not name
 * the identifiers of a case: those are still said to be from nowhere.
 */
function withDoubt({ isUnsourced: isFromNowhere, ...origin }: StoredOrigin): StoredOrigin {
  if (!isFromNowhere) return origin;
  return origin.isInvented ? { ...origin, isUnsourced: true } : { ...origin, kind: 'unknown', reason: 'not reported' };
}

function storedOrigin(value: ArgumentOrigin, sourceOf: SourceOf): StoredOrigin {
  const { path, origin, trivial, isText } = value;
  const marks: Pick<StoredOrigin, 'trivial' | 'isText' | 'isUnsourced' | 'isInvented' | 'unseen'> = {
    ...(trivial !== undefined && { trivial }),
    ...(isText && { isText: true as const }),
    ...(isUnsourced(value) && { isUnsourced: true as const }),
    ...(isInventedIdentifier(value) && { isInvented: true as const }),
    ...(value.unseenIdentifiers.length > 0 && { unseen: unseenIn(value) }),
  };
  const own = { path: shortPath(path), kind: origin.kind, ...marks };
  if (origin.kind === 'nowhere') return own;
  if (!('match' in origin)) return { ...own, reason: origin.reason };
  const { how, rules, doubt } = origin.match;
  return {
    ...own,
    how,
    ...(rules.length > 0 && { rules }),
    ...(doubt !== undefined && { doubt }),
    places: origin.locations.map((location) => placeOf(location, sourceOf)),
  };
}

function unseenIn({ value, unseenIdentifiers }: ArgumentOrigin): { offset: number; length: number }[] {
  const text = String(value);
  return unseenIdentifiers.map((identifier) => ({ offset: text.indexOf(identifier), length: identifier.length }));
}

function placeOf(location: SeenLocation, sourceOf: SourceOf): StoredPlace {
  const { kind, entry, path, isKey, offset, length } = location;
  const source = entry === undefined ? undefined : sourceOf(entry);
  return {
    kind,
    ...source,
    ...(path.length > 0 && { path: shortPath(path) }),
    ...(isKey && { isKey: true as const }),
    offset,
    length,
  };
}

/** A longer one leads to the value around the place. */
const shortPath = (path: JsonPath): JsonPath =>
  path.slice(0, LONGEST_PATH).map((key) => (typeof key === 'string' ? key.slice(0, LONGEST_KEY) : key));
