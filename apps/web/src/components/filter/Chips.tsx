import { X } from 'lucide-react';
import type { FilterPart } from '../../lib/trace-filter.ts';
import { Button } from '../Button.tsx';
import { PlainText } from '../PlainText.tsx';
import styles from './filter.module.css';

interface ChipsProps {
  parts: readonly FilterPart[];
  onRemove: (part: FilterPart) => void;
  onClear: () => void;
}

/** Each part of a filter as a thing to remove, and what is not run of it. */
export function Chips({ parts, onRemove, onClear }: ChipsProps) {
  const problems = parts.filter((part) => part.problem);
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
      {problems.length > 0 && (
        <p id="filter-problems" role="status" className={styles.problems}>
          Not run: {problems.map((part) => `${part.source} — ${part.problem}`).join('; ')}.
        </p>
      )}
    </div>
  );
}
