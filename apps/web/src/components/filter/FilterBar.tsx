'use client';
// The filter as one line of text: what cannot be parsed is underlined and not applied. Chips and the menu edit the same
// text. Every page that filters traces uses it: the page stores the text in its URL and says which fields it supports.
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { later } from '../../lib/later.ts';
import { FILTER_FIELDS, parseFilter, withoutPart, type FilterField } from '../../lib/traces/trace-filter.ts';
import { ListFilter } from 'lucide-react';
import { Button } from '../controls/Button.tsx';
import { WhenPressed } from '../controls/WhenPressed.tsx';
import type { FilterMenuProps } from './FilterMenuWithPopup.tsx';
import type { FacetLoader } from './facets.ts';
import { FilterText, type FilterUse } from './FilterText.tsx';
import styles from './filter.module.css';

const FilterCompletion = later(async () => (await import('./FilterCompletion.tsx')).FilterCompletion);
const Chips = later(async () => (await import('./Chips.tsx')).Chips);

const RUN_AFTER_MS = 350;
/** Who types `mod` is on the way to `model:`, and does not want to see the traces with that word in between. */
const KEY_AFTER_MS = 1_200;
const beginsKey = (text: string, fields: readonly FilterField[]): boolean => {
  const word = /[^\s-]\S*$/.exec(text)?.[0];
  return word !== undefined && fields.some((field) => field.startsWith(word));
};

interface FilterBarProps {
  /** The filter text in the URL. */
  value: string;
  /** Called a moment after the last key press, on Enter, and by chips and menu; with '' for no filter. */
  onChange: (value: string) => void;
  /** The label for screen readers: "Filter traces". */
  label: string;
  /** What can be typed, in words: an example would look like a filter that is set. */
  placeholder?: string;
  /** The supported fields; all by default. Others are underlined and not applied. */
  fields?: readonly FilterField[];
  /** Loads the values of a field with their counts for the menu; without it the menu has only examples. */
  facets?: FacetLoader;
  /** On a phone only the text is shown, to leave room for the content. */
  slim?: boolean;
  /** Controls on the same line: range, views. */
  children?: ReactNode;
}

export function FilterBar({
  value,
  onChange,
  label,
  placeholder = 'Type words, or pick a filter',
  fields = FILTER_FIELDS,
  facets,
  slim = false,
  children,
}: FilterBarProps) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const [use, setUse] = useState<FilterUse>();
  const input = useRef<HTMLInputElement>(null);
  // The URL was changed elsewhere: by going back, a link, a view.
  if (value !== known) {
    setKnown(value);
    if (value.trim() !== text.trim()) setText(value);
  }
  const parts = parseFilter(text, fields);
  useEffect(() => {
    if (text.trim() === value.trim()) return;
    const timer = setTimeout(() => onChange(text.trim()), beginsKey(text, fields) ? KEY_AFTER_MS : RUN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text, value, fields, onChange]);
  const setNow = (next: string) => {
    setText(next);
    onChange(next.trim());
  };
  return (
    <search className={styles.filter} data-slim={slim || undefined}>
      <div className={styles.bar}>
        <FilterText
          ref={input}
          label={label}
          placeholder={placeholder}
          text={text}
          parts={parts}
          onText={setText}
          onEnter={() => onChange(text.trim())}
          onUse={setUse}
        >
          {use && (
            <Suspense>
              <FilterCompletion
                input={input}
                wasUsed={use === 'used'}
                text={text}
                fields={fields}
                facets={facets}
                onComplete={(next, isWhole) => (isWhole ? setNow(next) : setText(next))}
              />
            </Suspense>
          )}
        </FilterText>
        <FilterMenu
          text={text}
          fields={fields}
          facets={facets}
          onText={setNow}
          onStart={(piece) => {
            setText((before) => `${before.trimEnd()} ${piece}`.trimStart());
            requestAnimationFrame(() => input.current?.focus());
          }}
        />
        {children}
      </div>
      {parts.length > 0 && (
        <Suspense>
          <Chips parts={parts} onRemove={(part) => setNow(withoutPart(text, part))} onClear={() => setNow('')} />
        </Suspense>
      )}
    </search>
  );
}

const FilterMenuWithPopup = later(async () => (await import('./FilterMenuWithPopup.tsx')).FilterMenuWithPopup);

/** A menu of fields and their values with counts; selecting one adds it to the filter. */
function FilterMenu(props: FilterMenuProps) {
  const trigger = (
    <Button>
      <ListFilter size={14} aria-hidden /> Filter
    </Button>
  );
  return (
    <WhenPressed trigger={trigger} popup="menu" load={FilterMenuWithPopup.load}>
      {() => <FilterMenuWithPopup {...props} trigger={trigger} />}
    </WhenPressed>
  );
}
