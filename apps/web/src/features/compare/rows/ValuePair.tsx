'use client';
// One text of a pair of steps in full on both sides, with differences marked, or the reason why they are not compared.
import { ErrorState } from '../../../components/states/ErrorState.tsx';
import { Skeleton } from '../../../components/states/Skeleton.tsx';
import type { DiffPart, TextDiff } from '../diff/diff-text.ts';
import { heldNote } from '../diff/held-diff.ts';
import { useDiff, type TextOf } from '../diff/use-diff.ts';
import { DiffText } from './DiffText.tsx';
import styles from '../compare.module.css';

/** The parts that only this side has, without marks. */
export const alone = (parts: readonly DiffPart[], side: 'a' | 'b') =>
  parts.map((part) => (part.in === side ? { ...part, in: 'both' as const } : part));

/** False where both texts are shown whole: marks would cover all of them, or say what is not known. */
export const hasMarks = ({ by }: TextDiff): boolean => by !== 'length' && by !== 'apart' && by !== 'nothing';

/** How two texts were compared. By words is the default, so it needs no note. */
export const HOW = {
  word: undefined,
  line: undefined,
  paragraph: 'compared by paragraph: more than 10,000 words',
  apart: 'little in common: both are shown whole, without marks',
  nothing: 'too different to be compared',
  digest: undefined,
  length: undefined,
} as const satisfies Record<TextDiff['by'], string | undefined>;

interface ValuePairProps {
  label: string;
  /** The text is prose, not JSON. */
  isProse?: boolean;
  /** Both texts are of the same kind, such as the arguments of one tool; only then differences are marked. */
  isSame: boolean;
  a: TextOf;
  b: TextOf;
}

export function ValuePair({ label, isProse = false, isSame, a, b }: ValuePairProps) {
  const { data, error, refetch } = useDiff('values', a, b);
  if (error)
    return (
      <div className={styles.note}>
        <ErrorState inline title={`The ${label} could not be loaded.`} error={error} onRetry={() => void refetch()} />
      </div>
    );
  const areBoth = isSame && data?.hasA === true && data.hasB;
  const isMarked = areBoth && hasMarks(data.diff);
  const held = areBoth ? heldNote(data.diff) : undefined;
  const note = areBoth ? (held ?? HOW[data.diff.by]) : undefined;
  const cell = (side: 'a' | 'b', has: boolean | undefined, isAsked: boolean) => (
    <div className={styles.cell} data-side={side}>
      {isAsked && <span className={styles.label}>{label}</span>}
      {!data && isAsked && <Skeleton width="60%" height="0.75rem" />}
      {data && isAsked && !has && <p className={styles.quiet}>Not captured.</p>}
      {data && has && (
        <pre
          className={isProse ? styles.answer : styles.value}
          tabIndex={0}
          role="group"
          aria-label={`${label} of ${side.toUpperCase()}`}
        >
          <DiffText parts={isMarked ? data.diff.parts : alone(data.diff.parts, side)} side={side} />
        </pre>
      )}
    </div>
  );
  return (
    <>
      {cell('a', data?.hasA, a.keys.length > 0)}
      {cell('b', data?.hasB, b.keys.length > 0)}
      {note && (
        <p className={styles.note}>
          {label}
          {held ? ' ' : ': '}
          {note}
        </p>
      )}
    </>
  );
}
