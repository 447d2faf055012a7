'use client';
// The popup of FilterBar.tsx: a menu of fields, each with a submenu of its values; values in the filter are checked.
import { Menu } from '@base-ui/react/menu';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { exactCount } from '../../lib/figures/format.ts';
import { filterText, hasPart, metadataField, scoreText, togglePart } from '../../lib/traces/filter-text.ts';
import { FILTER_FIELDS, type FilterField } from '../../lib/traces/trace-filter.ts';
import { PlainText } from '../text/PlainText.tsx';
import { FACETS, type FacetField, type FacetLoader } from './facets.ts';
import popup from '../controls/MenuWithPopup.module.css';
import styles from './menu.module.css';

const EXAMPLES = [
  { field: 'hidden', text: 'hidden:>40%', says: 'mostly hidden' },
  { field: 'cost', text: 'cost:>0.05', says: 'costly' },
  { field: 'thinking', text: 'thinking:>2k', says: 'long thinking' },
  { field: 'duration', text: 'duration:>30s', says: 'slow' },
  { field: 'steps', text: 'steps:>20', says: 'many steps' },
  { field: 'has', text: 'has:preamble', says: 'text before a call' },
] as const satisfies readonly { field: FilterField; text: string; says: string }[];

export interface FilterMenuProps {
  text: string;
  fields: readonly FilterField[] | undefined;
  facets: FacetLoader | undefined;
  /** Replaces the whole filter. */
  onText: (text: string) => void;
  /** Inserts the beginning of a part, for the user to complete. */
  onStart: (piece: string) => void;
}

export function FilterMenuWithPopup({
  trigger,
  text,
  fields = FILTER_FIELDS,
  facets,
  onText,
  onStart,
}: FilterMenuProps & { trigger: ReactElement }) {
  const countable = FACETS.filter(({ field }) => fields.includes(field));
  return (
    <Menu.Root modal={false} defaultOpen>
      <Menu.Trigger render={trigger} />
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={4} className={popup.positioner}>
          <Menu.Popup className={popup.popup}>
            {countable.map(({ field, label }) =>
              facets ? (
                <Values key={field} field={field} label={label} text={text} facets={facets} onText={onText} />
              ) : (
                <Menu.Item key={field} className={popup.item} onClick={() => onStart(startOf(field))}>
                  <code>{startOf(field)}</code> {label}
                </Menu.Item>
              ),
            )}
            {EXAMPLES.filter(({ field }) => fields.includes(field)).map(({ text: piece, says }) => (
              <Ticked key={piece} piece={piece} text={text} onText={onText}>
                <span>
                  <code>{piece}</code> {says}
                </span>
              </Ticked>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

const startOf = (field: FacetField) => (field === 'metadata' ? 'metadata.' : `${field}:`);

interface TickedProps {
  piece: string;
  text: string;
  onText: (text: string) => void;
  children: ReactElement;
}

/** A checkbox for a part of the filter; the menu stays open for the next one. */
function Ticked({ piece, text, onText, children }: TickedProps) {
  const checked = hasPart(text, piece);
  return (
    <Menu.CheckboxItem
      className={popup.item}
      checked={checked}
      onCheckedChange={() => onText(togglePart(text, piece))}
      closeOnClick={false}
    >
      <span aria-hidden className={popup.check}>
        {checked ? '✓' : ''}
      </span>
      {children}
    </Menu.CheckboxItem>
  );
}

function pieceOf(field: FacetField, value: string, key: string | undefined): string {
  if (key === undefined) return filterText(field, value);
  return field === 'score' ? scoreText(key, value) : filterText(metadataField(key), value);
}

/** `=friendly` of a score is its value, and `>=0.5` a condition. */
const valueLabel = (field: FacetField, value: string): string =>
  field === 'score' ? value.replace(/^>=/, '≥ ').replace(/^=/, '') : value;

interface ValuesProps {
  field: FacetField;
  /** A key of the metadata, or name of a score, whose values are listed. */
  name?: string;
  label: string;
  text: string;
  facets: FacetLoader;
  onText: (text: string) => void;
}

function Values({ field, name, label, text, facets, onText }: ValuesProps) {
  const [open, setOpen] = useState(false);
  const { data, isError, refetch } = useQuery({
    queryKey: ['facets', facets.scope, field, name, facets.q, ''],
    queryFn: () => facets.load(field, { q: facets.q, text: '', key: name }),
    enabled: open,
  });
  return (
    <Menu.SubmenuRoot open={open} onOpenChange={setOpen}>
      <Menu.SubmenuTrigger className={popup.item}>
        {name === undefined ? (
          label
        ) : (
          <span className={styles.name}>
            <PlainText text={label} />
          </span>
        )}
        <ChevronRight size={14} aria-hidden className={styles.more} />
      </Menu.SubmenuTrigger>
      <Menu.Portal>
        <Menu.Positioner className={popup.positioner}>
          <Menu.Popup className={popup.popup} aria-busy={!data && !isError}>
            {!data && !isError && <div className={popup.heading}>Counting…</div>}
            {isError && (
              <Menu.Item className={popup.item} closeOnClick={false} onClick={() => void refetch()}>
                ✕ Could not be counted. Retry
              </Menu.Item>
            )}
            {data?.ofNewest != null && (
              <div className={popup.heading}>in the newest {exactCount(data.ofNewest)} traces</div>
            )}
            {field === 'score' && name !== undefined && (
              <Ticked piece={pieceOf(field, '', name)} text={text} onText={onText}>
                <span>any value</span>
              </Ticked>
            )}
            {data?.values.map(({ value, count }) =>
              // The values of the metadata are its keys, those of scores are names, and each has a menu of its values.
              (field === 'metadata' || field === 'score') && name === undefined ? (
                <Values key={value} {...{ field, text, facets, onText }} name={value} label={value} />
              ) : (
                <Ticked key={value} piece={pieceOf(field, value, name)} text={text} onText={onText}>
                  <span className={styles.value}>
                    <span className={styles.name}>
                      <PlainText text={name === undefined ? value : valueLabel(field, value)} />
                    </span>
                    <span className={styles.count}>{exactCount(count)}</span>
                  </span>
                </Ticked>
              ),
            )}
            {data?.values.length === 0 && <div className={popup.heading}>None in this range</div>}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.SubmenuRoot>
  );
}
