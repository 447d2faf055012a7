/** The few best places of a value, by trust, then by quality of the match, then by order. */
import type { Doubt, Match, SeenLocation, Rule } from '../origin.ts';
import { TRUST } from '../origin.ts';
import type { Segment } from './seen-index.ts';

/** A place where a value is, as the index has it. */
export interface Occurrence {
  segment: Segment;
  start: number;
  end: number;
  rules: readonly Rule[];
  doubt?: Doubt | undefined;
}

export const MAX_LOCATIONS = 3;

/** True when the occurrence is the whole text, but for white space around it. */
const isWhole = ({ segment, start, end }: Occurrence): boolean =>
  start <= segment.contentStart && end >= segment.contentEnd;

export class BestLocations {
  readonly #found: { occurrence: Occurrence; quality: number }[] = [];

  get first(): Occurrence | undefined {
    return this.#found[0]?.occurrence;
  }

  /** True when no occurrence of this or a lower trust can be one of the best. */
  isFullFor(rank: number): boolean {
    const last = this.#found[MAX_LOCATIONS - 1];
    return (
      last !== undefined &&
      (last.occurrence.segment.rank < rank || (last.occurrence.segment.rank === rank && last.quality === 0))
    );
  }

  add(occurrence: Occurrence) {
    const entry = { occurrence, quality: qualityOf(occurrence) };
    const same = this.#found.findIndex(({ occurrence: { segment } }) => isSameLocation(segment, occurrence.segment));
    const stored = this.#found[same];
    if (stored && stored.quality <= entry.quality) return;
    if (stored) this.#found.splice(same, 1);
    const at = this.#found.findIndex((other) => precedes(entry, other));
    this.#found.splice(at < 0 ? this.#found.length : at, 0, entry);
    this.#found.length = Math.min(this.#found.length, MAX_LOCATIONS);
  }

  get locations(): SeenLocation[] {
    return this.#found.map(({ occurrence }) => locationOf(occurrence));
  }
}

type Rated = { occurrence: Occurrence; quality: number };

function precedes(left: Rated, right: Rated): boolean {
  const [ofLeft, ofRight] = [left.occurrence.segment.rank, right.occurrence.segment.rank];
  return ofLeft === ofRight ? left.quality < right.quality : ofLeft < ofRight;
}

/** 0 is best. Whole texts come before parts, and whatever is in doubt comes last. */
function qualityOf(occurrence: Occurrence): number {
  const { rules, doubt } = occurrence;
  return (doubt === undefined ? 0 : 4) + (isWhole(occurrence) ? 0 : 2) + (rules.length === 0 ? 0 : 1);
}

/** Two forms of one text share its path. */
const isSameLocation = (left: Segment, right: Segment): boolean =>
  left.entry === right.entry && left.path === right.path && left.isKey === right.isKey;

export function matchOf(occurrence: Occurrence): Match {
  const { doubt, segment, start, end } = occurrence;
  const isPadded = isWhole(occurrence) && end - start < segment.text.length;
  const rules: readonly Rule[] = isPadded ? [...new Set<Rule>([...occurrence.rules, 'white space'])] : occurrence.rules;
  const ofWhole = rules.length === 0 ? ('exact' as const) : ('normalized' as const);
  const how = isWhole(occurrence) ? ofWhole : 'part';
  return { how, rules, ...(doubt !== undefined && { doubt }) };
}

export function locationOf({ segment, start, end }: Occurrence): SeenLocation {
  const { rank, entry, step, call, path, isKey, original = (offset: number) => offset } = segment;
  const offset = original(start);
  return {
    kind: TRUST[rank] ?? 'thought',
    entry,
    ...(step !== undefined && { step }),
    ...(call !== undefined && { call }),
    path,
    isKey,
    offset,
    length: original(end) - offset,
  };
}
