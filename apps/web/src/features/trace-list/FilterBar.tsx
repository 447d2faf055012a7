'use client';
// One line of filter text, drawn as it is read: what cannot be parsed is underlined and not run. Chips and the menu edit the same text.
import { ListFilter, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Menu } from '../../components/Menu.tsx';
import { parseFilter, withoutPart, type FilterPart } from '../../lib/trace-filter.ts';
import type { ListUrl, SetListUrl } from './list-url.ts';
import { RangeSelect } from './RangeSelect.tsx';
import styles from './filter.module.css';

const RUN_AFTER_MS = 350;
const EXAMPLES = [
  { text: 'hidden:>40%', says: 'mostly hidden' },
  { text: 'cost:>0.05', says: 'costly' },
  { text: 'thinking:>2k', says: 'long thinking' },
  { text: 'status:error', says: 'with an error' },
  { text: 'state:encrypted', says: 'thoughts encrypted' },
  { text: 'has:preamble', says: 'spoke before a call' },
  { text: 'steps:>20', says: 'many steps' },
  { text: 'tool:', says: 'called a tool' },
  { text: 'model:', says: 'by a model' },
] as const;

export function FilterBar({ url, setUrl }: { url: ListUrl; setUrl: SetListUrl }) {
  const [text, setText] = useState(url.q);
  const [known, setKnown] = useState(url.q);
  const input = useRef<HTMLInputElement>(null);
  // The address was changed by someone else: Back, a link, a chip.
  if (url.q !== known) {
    setKnown(url.q);
    if (url.q.trim() !== text.trim()) setText(url.q);
  }
  const parts = parseFilter(text);
  useEffect(() => {
    if (text.trim() === url.q.trim()) return;
    const timer = setTimeout(() => void setUrl({ q: text.trim() || null }), RUN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text, url.q, setUrl]);
  const add = (piece: string) => {
    setText((before) => `${before.trimEnd()} ${piece}`.trimStart());
    requestAnimationFrame(() => input.current?.focus());
  };
  return (
    <search className={styles.filter}>
      <div className={styles.bar}>
        <div className={styles.field}>
          <Drawn text={text} parts={parts} />
          <input
            ref={input}
            type="text"
            aria-label="Filter traces"
            aria-describedby={parts.some((part) => part.problem) ? 'filter-problems' : undefined}
            placeholder='hidden:>40% tool:update_order "schema"'
            value={text}
            maxLength={500}
            spellCheck={false}
            autoComplete="off"
            data-page-filter
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.nativeEvent.isComposing) void setUrl({ q: text.trim() || null });
              if (event.key === 'Escape') event.currentTarget.blur();
            }}
          />
        </div>
        <Menu
          trigger={
            <Button>
              <ListFilter size={14} aria-hidden /> Filter
            </Button>
          }
          items={EXAMPLES.map(({ text: piece, says }) => ({
            id: piece,
            label: (
              <>
                <code>{piece}</code> {says}
              </>
            ),
            onSelect: () => add(piece),
          }))}
        />
        <RangeSelect range={url.range} onChange={(range) => void setUrl({ range })} />
      </div>
      {parts.length > 0 && (
        <Chips parts={parts} onRemove={(part) => setText(withoutPart(text, part))} onClear={() => setText('')} />
      )}
    </search>
  );
}

/** Lies behind the input, in the same letters: the input's own text is what is read aloud and edited. */
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

interface ChipsProps {
  parts: readonly FilterPart[];
  onRemove: (part: FilterPart) => void;
  onClear: () => void;
}

function Chips({ parts, onRemove, onClear }: ChipsProps) {
  const problems = parts.filter((part) => part.problem);
  return (
    <div className={styles.chips}>
      {parts.map((part) => (
        <span key={part.start} className={part.problem ? styles.unreadChip : styles.chip}>
          {part.source}
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
