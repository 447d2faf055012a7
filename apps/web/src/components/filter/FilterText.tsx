import type { ReactNode, Ref } from 'react';
import type { FilterPart } from '../../lib/traces/trace-filter.ts';
import styles from './filter.module.css';

/** What the user has done with the input: only moved the focus to it, or clicked into it or typed. */
export type FilterUse = 'focus' | 'used';

interface FilterTextProps {
  ref: Ref<HTMLInputElement>;
  label: string;
  placeholder: string | undefined;
  text: string;
  parts: readonly FilterPart[];
  onText: (text: string) => void;
  onEnter: () => void;
  /** For the list that completes the text, whose code may still be loading. */
  onUse: (how: FilterUse) => void;
  /** The list that completes the text. */
  children: ReactNode;
}

/** The text input of the filter, with invalid parts underlined. */
export function FilterText({
  ref,
  label,
  placeholder,
  text,
  parts,
  onText,
  onEnter,
  onUse,
  children,
}: FilterTextProps) {
  return (
    <div className={styles.field}>
      <Drawn text={text} parts={parts} />
      <input
        ref={ref}
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={false}
        aria-label={label}
        aria-invalid={parts.some((part) => part.problem) || undefined}
        aria-describedby={parts.some((part) => part.problem) ? 'filter-problems' : undefined}
        placeholder={placeholder}
        value={text}
        maxLength={500}
        spellCheck={false}
        autoComplete="off"
        data-page-filter
        onFocus={() => onUse('focus')}
        onClick={() => onUse('used')}
        onChange={(event) => {
          onUse('used');
          onText(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) onEnter();
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      {children}
    </div>
  );
}

/** Stands behind the input with the same letters; assistive technology and editing use the input's own text. */
function Drawn({ text, parts }: { text: string; parts: readonly FilterPart[] }) {
  return (
    <div aria-hidden className={styles.drawn}>
      {parts.map((part, index) => (
        <span key={part.start}>
          {text.slice(parts[index - 1]?.end ?? 0, part.start)}
          <span className={part.problem ? styles.unread : undefined}>{part.source}</span>
        </span>
      ))}
    </div>
  );
}
