/** Pairs → rows: runs of steps without a difference fold into one row. */
import { isDifferent, type Pair } from '../../../lib/compare/align.ts';

export type CompareRow =
  | { kind: 'pair'; key: string; pair: Pair; isDifferent: boolean }
  /** `from` and `to` are indices of pairs; `to` is exclusive. */
  | { kind: 'fold'; key: string; from: number; to: number; isOpen: boolean };

/** Shorter runs are shown unfolded. */
const SHORTEST_FOLD = 2;

export interface FoldOptions {
  /** Keys of the folds that the user opened. */
  open: ReadonlySet<string>;
  /** Leaves out pairs without a difference; what is not known of both sides stays, folded, as it may be one. */
  onlyDifferences: boolean;
}

export function foldRows(pairs: readonly Pair[], { open, onlyDifferences }: FoldOptions): CompareRow[] {
  const rows: CompareRow[] = [];
  for (let from = 0; from < pairs.length;) {
    const to = endOfRun(pairs, from);
    if (to === from) {
      rows.push(rowOf(pairs[from]!));
      from += 1;
      continue;
    }
    const agreeing = pairs.slice(from, to).map(rowOf);
    const key = `fold ${from}`;
    const isKnown = pairs.slice(from, to).every(({ unknown }) => unknown.length === 0);
    if (to - from < SHORTEST_FOLD && !onlyDifferences) rows.push(...agreeing);
    else if (!onlyDifferences || !isKnown) {
      const isOpen = open.has(key);
      rows.push({ kind: 'fold', key, from, to, isOpen }, ...(isOpen ? agreeing : []));
    }
    from = to;
  }
  return rows;
}

function endOfRun(pairs: readonly Pair[], from: number): number {
  let to = from;
  while (to < pairs.length && !isDifferent(pairs[to]!)) to++;
  return to;
}

/** The step in the URL: A's step, or B's where A has none. */
export const stepParam = ({ a, b }: Pick<Pair, 'a' | 'b'>): string => (a === null ? `b${(b ?? 0) + 1}` : String(a + 1));

const rowOf = (pair: Pair): CompareRow => ({
  kind: 'pair',
  key: stepParam(pair),
  pair,
  isDifferent: isDifferent(pair),
});
