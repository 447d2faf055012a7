// The toolbar of the trace page: views, find, lanes and axis. On a phone all but the views folds behind a button.
import { History, X } from 'lucide-react';
import { useState, type ReactNode, type RefObject } from 'react';
import { IconButton } from '../../../components/controls/Button.tsx';
import { Choice } from '../../../components/controls/Choice.tsx';
import { useLabel } from '../../../lib/keyboard/use-key-words.ts';
import { LANES, VIEWS, type SetTraceUrl, type TraceUrl } from '../navigation/trace-url.ts';
import type { Find } from '../data/use-find.ts';
import type { Step } from '../../../lib/steps/step-tree.ts';
import type { TimeTravel } from '../time/use-time-travel.ts';
import type { useMoves } from '../navigation/use-selection.ts';
import styles from './toolbar.module.css';

interface TraceToolbarProps {
  findInput: RefObject<HTMLInputElement | null>;
  url: TraceUrl;
  setUrl: SetTraceUrl;
  find: Find;
  moves: ReturnType<typeof useMoves>;
  travel: TimeTravel;
  /** The step at which time travel starts. */
  step: Step | undefined;
  /** More buttons. */
  children: ReactNode;
}

const VIEW_NAMES = { why: 'Why', spans: 'Spans', messages: 'Messages', raw: 'Raw' } as const;
const VIEW_OPTIONS = VIEWS.map((value) => ({ value, label: VIEW_NAMES[value] }));

export function TraceToolbar({ travel, step, children, ...props }: TraceToolbarProps) {
  const { url, setUrl } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.toolbar}>
      <Choice label="View" value={url.view} options={VIEW_OPTIONS} onChoose={(view) => void setUrl({ view })} />
      <button
        type="button"
        className={styles.unfold}
        aria-label="Find, lanes and time travel"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        ⌕
      </button>
      <div className={styles.tools} data-open={isOpen || url.find !== '' || travel.at !== null || undefined}>
        <FindField {...props} />
        {url.view === 'why' && <Lanes url={url} setUrl={setUrl} />}
        {url.view === 'why' && <Axis url={url} setUrl={setUrl} />}
        <TravelButton travel={travel} step={step} />
        {children}
      </div>
    </div>
  );
}

function TravelButton({ travel, step }: Pick<TraceToolbarProps, 'travel' | 'step'>) {
  return (
    <button
      type="button"
      className={styles.travel}
      aria-pressed={travel.at !== null}
      disabled={!step}
      title={useLabel('The trace as of a step', 'timeTravel')}
      onClick={() => (travel.at === null ? travel.to(step?.number ?? 1) : travel.leave())}
    >
      <History size={14} aria-hidden />
      time travel
    </button>
  );
}

function FindField({ findInput, url, setUrl, find, moves }: Omit<TraceToolbarProps, 'travel' | 'step' | 'children'>) {
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
          // Pressed again, ⌘F opens the browser's own search.
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

const LANE_LABELS = { thought: 'thought', said: 'message', did: 'action' } as const;

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
          {LANE_LABELS[lane]}
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
