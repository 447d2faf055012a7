// A filter without matches: each of its parts can be removed, and shows beforehand how many results that would bring.
import { ALL_TIME } from '../../lib/time/time-range.ts';
import { Button } from '../controls/Button.tsx';
import { EmptyState } from './EmptyState.tsx';
import styles from './states.module.css';

interface NoMatchProps<Count> {
  /** "No session matches". */
  title: string;
  /** The number of results without each part, and without the range. */
  counts: { range: Count; parts: readonly (Count & { source: string; q: string })[] };
  range: string;
  /** "finds 3 sessions". */
  brings: (count: Count) => string;
  onFilter: (change: { q?: string | null; range?: string }) => void;
}

export function NoMatch<Count>({ title, counts, range, brings, onFilter }: NoMatchProps<Count>) {
  return (
    <EmptyState title={title}>
      {counts.parts.length > 0 && <p>Remove a part of the filter:</p>}
      <ul className={styles.removals}>
        {counts.parts.map((part) => (
          <li key={part.source}>
            <Button onClick={() => onFilter({ q: part.q || null })}>
              <code>{part.source}</code> ✕
            </Button>{' '}
            {brings(part)}
          </li>
        ))}
        {range !== ALL_TIME && (
          <li>
            <Button onClick={() => onFilter({ range: ALL_TIME })}>Look at all time</Button> {brings(counts.range)}
          </li>
        )}
      </ul>
    </EmptyState>
  );
}
