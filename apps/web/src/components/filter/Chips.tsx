import { X } from 'lucide-react';
import type { FilterPart } from '../../lib/traces/trace-filter.ts';
import { Button } from '../controls/Button.tsx';
import { PlainText } from '../text/PlainText.tsx';
import styles from './filter.module.css';

interface ChipsProps {
  parts: readonly FilterPart[];
  onRemove: (part: FilterPart) => void;
  onClear: () => void;
}

/** Each part of a filter with a remove button, and the parts that are not applied. */
export function Chips({ parts, onRemove, onClear }: ChipsProps) {
  return (
    <div className={styles.chips}>
      {parts.map((part) => (
        <span key={part.start} className={part.problem ? styles.unreadChip : styles.chip}>
          <PlainText text={part.source} />
          <button type="button" aria-label={`Remove ${part.source}`} title="Remove" onClick={() => onRemove(part)}>
            <X size={12} aria-hidden />
          </button>
        </span>
      ))}
      {parts.length > 1 && (
        <Button look="quiet" onClick={onClear}>
          Clear
        </Button>
      )}
      {parts.some((part) => part.problem) && (
        <p id="filter-problems" role="status" className={styles.problems}>
          Not run: {problemLines(parts).join('; ')}.
        </p>
      )}
    </div>
  );
}

/** Maximum number of parts named before a problem that they share; more do not fit on a line. */
const MAX_NAMED = 3;

/** Each problem once, after the parts that have it. */
function problemLines(parts: readonly FilterPart[]): string[] {
  const sources = Map.groupBy(parts, (part) => part.problem);
  return [...sources].flatMap(([problem, having]) => {
    if (problem === undefined) return [];
    const named = having.slice(0, MAX_NAMED).map((part) => part.source);
    const more = having.length - named.length;
    return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''} — ${problem}`;
  });
}
