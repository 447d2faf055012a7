// Views, find, lanes and axis of the trace page. A view exists here when there is something behind it.
import { X } from 'lucide-react';
import type { RefObject } from 'react';
import { IconButton } from '../../components/Button.tsx';
import { LANES, type SetTraceUrl, type TraceUrl } from './trace-url.ts';
import type { Find } from './use-find.ts';
import type { useMoves } from './use-selection.ts';
import styles from './page.module.css';

interface TraceToolbarProps {
  findInput: RefObject<HTMLInputElement | null>;
  url: TraceUrl;
  setUrl: SetTraceUrl;
  find: Find;
  moves: ReturnType<typeof useMoves>;
}

const VIEW_NAMES = { why: 'Why', raw: 'Raw' } as const;

export function TraceToolbar({ findInput, url, setUrl, find, moves }: TraceToolbarProps) {
  return (
    <div className={styles.toolbar}>
      <div role="group" aria-label="View" className={styles.views}>
        {(['why', 'raw'] as const).map((view) => (
          <button key={view} type="button" aria-pressed={url.view === view} onClick={() => void setUrl({ view })}>
            {VIEW_NAMES[view]}
          </button>
        ))}
      </div>
      <FindField findInput={findInput} url={url} setUrl={setUrl} find={find} moves={moves} />
      {url.view === 'why' && <Lanes url={url} setUrl={setUrl} />}
      {url.view === 'why' && <Axis url={url} setUrl={setUrl} />}
    </div>
  );
}

function FindField({ findInput, url, setUrl, find, moves }: TraceToolbarProps) {
  const count = find.found.size;
  return (
    <div role="search" className={styles.find}>
      <input
        ref={findInput}
        type="search"
        aria-label="Find in trace"
        placeholder="⌕ find in trace"
        value={url.find}
        data-page-filter
        maxLength={200}
        onChange={(event) => void setUrl({ find: event.target.value || null })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing)
            moves.to((step) => find.found.has(step.key), event.shiftKey ? -1 : 1);
          // Pressed again, ⌘F is the browser's own.
          if (event.key === 'f' && (event.metaKey || event.ctrlKey)) event.nativeEvent.stopImmediatePropagation();
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      {url.find && (
        <>
          <span role="status" className={styles.count}>
            {find.failed
              ? 'could not search'
              : find.pending
                ? '…'
                : count === 0
                  ? 'no step'
                  : `${count} ${count === 1 ? 'step' : 'steps'}`}
          </span>
          <IconButton label="Clear" onClick={() => void setUrl({ find: null })}>
            <X size={14} aria-hidden />
          </IconButton>
        </>
      )}
    </div>
  );
}

function Lanes({ url, setUrl }: Pick<TraceToolbarProps, 'url' | 'setUrl'>) {
  return (
    <fieldset className={styles.lanes}>
      <legend>show</legend>
      {LANES.map((lane) => (
        <label key={lane}>
          <input
            type="checkbox"
            checked={!url.hide.includes(lane)}
            onChange={({ target }) => {
              const hide = target.checked ? url.hide.filter((one) => one !== lane) : [...url.hide, lane];
              void setUrl({ hide: hide.length > 0 ? hide : null });
            }}
          />
          {lane}
        </label>
      ))}
    </fieldset>
  );
}

function Axis({ url, setUrl }: Pick<TraceToolbarProps, 'url' | 'setUrl'>) {
  return (
    <fieldset className={styles.lanes}>
      <legend>axis</legend>
      {(['order', 'time'] as const).map((axis) => (
        <label key={axis}>
          <input type="radio" name="axis" checked={url.axis === axis} onChange={() => void setUrl({ axis })} />
          {axis}
        </label>
      ))}
    </fieldset>
  );
}
