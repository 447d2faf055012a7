/**
 * What is said about where a value of a call's arguments came from. An origin is the most trusted place where the model
 * had the value before the step; TRUST is that order.
 */

/** Keys and positions from the root. A path goes on through text that is JSON itself. */
export type JsonPath = readonly (string | number)[];

/**
 * From most to least trusted. What people and programs wrote comes before everything that the model wrote, because a
 * value that the model only repeats proves nothing. The user comes first: a tool that returns what it was asked for is
 * not the source.
 */
export const TRUST = ['user', 'instructions', 'tool_result', 'schema', 'argument', 'message', 'thought'] as const;

/** `argument`: of an earlier call. `message`: what the model wrote to the user, such as a preamble. */
export type OriginKind = (typeof TRUST)[number];

/** The kinds before this rank were not written by the model. */
export const FIRST_OF_MODEL: number = TRUST.indexOf('argument');

/** One text or JSON value that the model had before the step. */
export type SeenEntry = {
  /** `schema`: a tool that was offered, with its description. */
  kind: OriginKind;
  step?: string;
  call?: string;
  /**
   * The text was cut, hashed or withheld, or is not stored at all. Marks of Subtext in the text say so, too. A text that
   * is neither here nor incomplete counts as not seen.
   */
  isIncomplete?: boolean;
} & ({ text: string } | { json: unknown });

/** Where a value was seen. */
export interface SeenLocation {
  kind: OriginKind;
  /** Position in the list of what was seen; undefined for the schema of the called tool. */
  entry: number | undefined;
  step?: string;
  call?: string;
  path: JsonPath;
  /** The value is a key at this path, not the value there. */
  isKey: boolean;
  /** In the text at the path, in UTF-16 code units. */
  offset: number;
  length: number;
}

/** What differs between the value and the place. */
export type Rule =
  | 'case'
  | 'white space'
  | 'Unicode form'
  | 'number form'
  | 'unit'
  | 'date form'
  | 'URL escape'
  | 'JSON escape'
  | 'base64'
  /** The characters of an identifier are the same, what is between them is not. */
  | 'separators'
  /** The value is the start of a hash. */
  | 'hash length';

/**
 * Why the match may be another value: the separator of a number may group thousands, mark decimals or divide a list;
 * the rest names what the place or the value does not report.
 */
export type Doubt = 'separator' | 'sign' | 'day and month' | 'century' | 'year' | 'time' | 'time zone';

/**
 * `exact`: the whole text of the place, character by character. `normalized`: the whole text, by rules. `part`: within
 * a longer text, at word boundaries. `joined`: put together from several places.
 */
export interface Match {
  how: 'exact' | 'normalized' | 'part' | 'joined';
  rules: readonly Rule[];
  doubt?: Doubt;
}

/** One piece of a joined value; without a place it was not seen anywhere. */
export interface OriginPart {
  text: string;
  location: SeenLocation | undefined;
  rules: readonly Rule[];
}

/** Where a value came from: a kind of place, nowhere, or unknown. */
export type Origin =
  | {
      kind: OriginKind;
      match: Match;
      /** The first is the origin; at most 3, by trust, then by quality, then by order. Of a joined value: the parts'. */
      locations: readonly SeenLocation[];
      /** Of a joined value. Its kind is that of the least trusted part. */
      parts?: readonly OriginPart[];
    }
  /** Everything that the model had was looked at, and the value is not in it. */
  | { kind: 'nowhere' }
  /** Not found, but not everything could be looked at: a text was withheld, or a limit was reached. */
  | { kind: 'unknown'; reason: 'withheld' | 'not looked at' };

/** Why nobody needs to know where a value came from. `one character`: also a single digit. */
export type Trivial = 'boolean' | 'null' | 'empty' | 'one character' | 'punctuation' | 'enum' | 'default';

/** A value of a call's arguments that is not an object or a list with content. */
export interface ArgumentOrigin {
  path: JsonPath;
  value: unknown;
  origin: Origin;
  trivial?: Trivial;
  /** The value looks like an id, an address or a path: it is not made up by rewording. */
  isIdentifier: boolean;
  /** The value is prose or code: several words of its own are expected. */
  isText: boolean;
  /** Identifiers inside prose or code that were seen nowhere; at most 3. */
  unseenIdentifiers: readonly string[];
}

/** Where the values of the arguments of one call came from. */
export interface ArgumentOrigins {
  values: readonly ArgumentOrigin[];
  /** Values beyond the limit; the list does not contain them. */
  omitted: number;
  /** False when a seen text was withheld or not looked at: a more trusted place may exist for every value. */
  isComplete: boolean;
  /** Comparisons that were needed; they grow with the texts and the values, and have a limit. */
  steps: number;
}

/** True when the value is from nowhere and somebody should ask why: not trivial, and not prose. */
export const isUnsourced = ({ origin, trivial, isText, unseenIdentifiers }: ArgumentOrigin): boolean =>
  trivial === undefined && (isText ? unseenIdentifiers.length > 0 : origin.kind === 'nowhere');

/** The worst case: an identifier that the model had from nowhere. */
export const isInventedIdentifier = (value: ArgumentOrigin): boolean =>
  isUnsourced(value) && (value.isIdentifier || value.unseenIdentifiers.length > 0);
