'use client';
// The list below the filter that completes keys and values, a combobox after the pattern of ARIA. It is loaded after
// the page and attaches itself to the input, so that the first load has only the input.
import { useId, useState, type RefObject } from 'react';
import { exactCount, plural } from '../../lib/figures/format.ts';
import { FILTER_FIELDS, type FilterField } from '../../lib/traces/trace-filter.ts';
import { PlainText } from '../text/PlainText.tsx';
import { completed, completingAt, isWhole, type Suggestion } from './completion.ts';
import type { FacetLoader } from './facets.ts';
import { useCombobox } from './use-combobox.ts';
import { useSuggestions } from './use-suggestions.ts';
import styles from './completion.module.css';

export interface FilterCompletionProps {
  input: RefObject<HTMLInputElement | null>;
  /** The user has clicked into the input or typed, maybe before this code was there. */
  wasUsed: boolean;
  text: string;
  fields: readonly FilterField[] | undefined;
  facets: FacetLoader | undefined;
  /** `isWhole`: a value was chosen, so the filter can run. */
  onComplete: (text: string, isWhole: boolean) => void;
}

export function FilterCompletion({
  input,
  wasUsed,
  text,
  fields = FILTER_FIELDS,
  facets,
  onComplete,
}: FilterCompletionProps) {
  const list = useId();
  const [caret, setCaret] = useState<number>();
  const completing = caret === undefined ? undefined : completingAt(text, Math.min(caret, text.length), fields);
  const { suggestions, note } = useSuggestions({ completing, fields, facets });
  const isOpen = suggestions.length > 0;
  const choose = (suggestion: Suggestion) => {
    const next = completed(text, completing!, suggestion);
    const whole = isWhole(completing!);
    onComplete(next.text, whole);
    requestAnimationFrame(() => input.current?.setSelectionRange(next.caret, next.caret));
    setCaret(whole ? undefined : next.caret);
    setActive(-1);
  };
  const { active, setActive } = useCombobox({
    ...{ input, wasUsed, list, count: suggestions.length, onCaret: setCaret },
    onChoose: (index) => choose(suggestions[index]!),
  });
  return (
    <>
      <span role="status" className="visually-hidden">
        {isOpen && plural(suggestions.length, 'suggestion')}
      </span>
      {isOpen && (
        <div className={styles.popup} onMouseDown={(event) => event.preventDefault()}>
          <ul role="listbox" id={list} aria-label="Suggestions" className={styles.list}>
            {suggestions.map((suggestion, index) => (
              <li
                key={suggestion.text}
                id={`${list}${index}`}
                role="option"
                aria-selected={index === active}
                className={styles.option}
                onPointerMove={() => setActive(index)}
                onClick={() => choose(suggestion)}
              >
                <Option {...suggestion} />
              </li>
            ))}
          </ul>
          {note && <p className={styles.note}>{note}</p>}
        </div>
      )}
    </>
  );
}

const Option = ({ label, says, count }: Suggestion) => (
  <>
    <code className={styles.label}>
      <PlainText text={label} />
    </code>
    <span className={styles.says}>{count === undefined ? says : exactCount(count)}</span>
  </>
);
