/** Pairs → rows: runs of equal steps fold into one row; the first pair that differs is the fork. */
import { isFork, type Pair } from './align.ts';

export type CompareRow =
  | { kind: 'pair'; key: string; pair: Pair; isFork: boolean }
  /** `from` and `to` are indices of pairs; `to` is exclusive. */
  | { kind: 'fold'; key: string; from: number; to: number; isOpen: boolean };

/** Shorter runs are shown unfolded. */
const SHORTEST_FOLD = 2;

export interface FoldOptions {
  /** Keys of the folds that the user opened. */
  open: ReadonlySet<string>;
  /** Leaves out pairs without a difference. */
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
    if (to - from < SHORTEST_FOLD && !onlyDifferences) rows.push(...agreeing);
    else if (!onlyDifferences) {
      const isOpen = open.has(key);
      rows.push({ kind: 'fold', key, from, to, isOpen }, ...(isOpen ? agreeing : []));
    }
    from = to;
  }
  return rows;
}

function endOfRun(pairs: readonly Pair[], from: number): number {
  let to = from;
  while (to < pairs.length && !isFork(pairs[to]!)) to++;
  return to;
}

/** The step in the URL: A's step, or B's where A has none. */
export const stepParam = ({ a, b }: Pair): string => (a === null ? `b${(b ?? 0) + 1}` : String(a + 1));

const rowOf = (pair: Pair): CompareRow => ({ kind: 'pair', key: stepParam(pair), pair, isFork: isFork(pair) });
