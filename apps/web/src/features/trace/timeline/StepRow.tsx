// One row of the Why timeline: number, thought, action, cost. Purely presentational: it loads nothing.
import { memo, type CSSProperties } from 'react';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { ActionCell } from './ActionCell.tsx';
import { failedText } from './failed-text.ts';
import type { GrowingStep } from '../live/growth.ts';
import type { Lane } from './layout.ts';
import { CostCell } from './CostCell.tsx';
import { groupName, groupSize, openWords, rowName } from '../../../lib/steps/sentences.ts';
import type { Entry } from '../../../lib/steps/step-tree.ts';
import { ThoughtCell } from './ThoughtCell.tsx';
import type { TimeAxis } from '../time/time-axis.ts';
import { isCritical, TimeBar } from './TimeBar.tsx';
import type { Previews } from '../data/use-previews.ts';
import cells from './cells.module.css';
import styles from './timeline.module.css';

export interface RowContext {
  previews: Previews;
  hide: ReadonlySet<Lane>;
  find: string;
  live: boolean;
  /** True in time travel: the trace is shown as of a step. */
  past: boolean;
  /** Set while rows show time bars. */
  axis: TimeAxis | null;
}

interface StepRowProps {
  entry: Entry;
  /** In rem. */
  height: number;
  thoughtLines: number;
  deedLines: number;
  /** Number of calls that are shown. */
  calls: number;
  /** Starts at 2: row 1 is the header. */
  rowIndex: number;
  /** In pixels. */
  top: number;
  selected: boolean;
  /** It stands in for a selection, which the user has not made. */
  implied: boolean;
  selectedCall: number;
  expanded: boolean | undefined;
  found: boolean;
  peeked: string | undefined;
  /** Set while the step's texts are streaming. */
  growing: GrowingStep | undefined;
  context: RowContext;
}

export const StepRow = memo(function StepRow({
  entry,
  height,
  rowIndex,
  top,
  selected,
  implied,
  ...rest
}: StepRowProps) {
  const { expanded, found } = rest;
  const style = {
    transform: `translateY(${top}px)`,
    height: `${height}rem`,
    '--level': Math.min(entry.level, 7) - 1,
  };
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      aria-level={entry.level}
      aria-posinset={entry.position}
      aria-setsize={entry.setSize}
      aria-expanded={expanded}
      aria-selected={selected}
      aria-label={nameOf(entry, rest.context)}
      tabIndex={selected ? 0 : -1}
      className={styles.row}
      data-key={entry.key}
      data-found={found || undefined}
      data-implied={implied || undefined}
      style={style as CSSProperties}
    >
      {entry.entry === 'group' ? (
        <GroupCells entry={entry} expanded={expanded} />
      ) : (
        <StepCells {...rest} step={entry} selected={selected} />
      )}
    </div>
  );
});

function nameOf(entry: Entry, { axis }: RowContext): string {
  if (entry.entry === 'group') return groupName(entry);
  return axis && isCritical(entry, axis) ? `${rowName(entry)} On the critical path.` : rowName(entry);
}

type StepCellsProps = Omit<StepRowProps, 'entry' | 'height' | 'rowIndex' | 'top' | 'implied'> & {
  step: Entry & { entry: 'step' };
};

function StepCells({ step, selected, thoughtLines, deedLines, ...row }: StepCellsProps) {
  const { selectedCall, expanded, peeked, growing, context, calls } = row;
  const { previews, hide, find, live, axis, past } = context;
  const key = step.thought.key;
  const isFailed = (one: string) => previews.get(one) === 'failed';
  const failed = failedText(step, { calls, hide, isFailed, peeked: peeked !== undefined });
  const retry = failed && <RetryText reachable={selected} />;
  return (
    <>
      <div role="gridcell" className={styles.number}>
        {expanded !== undefined && <Twisty expanded={expanded} />}
        {step.number}
        {step.showsAgent && step.agent && (
          <span className={styles.agent} title={`Agent ${step.agent}`}>
            <PlainText text={step.agent} />
          </span>
        )}
      </div>
      <div role="gridcell" className={styles.thoughtLane}>
        <Depth level={step.level} />
        <ThoughtCell
          step={step}
          preview={key ? previews.get(key) : 'absent'}
          peeked={peeked}
          lines={thoughtLines}
          {...{ growing, hide, find, retry }}
          failed={failed?.lane}
        />
      </div>
      <div role="gridcell" className={styles.actionLane}>
        <ActionCell
          step={step}
          lines={deedLines}
          previews={previews}
          selected={selectedCall}
          shown={calls}
          reachable={selected}
          {...{ growing, hide, find, retry }}
          failed={failed?.lane === 'did' ? failed.key : undefined}
          open={openWords({ live, past })}
        />
      </div>
      <div role="gridcell" className={styles.paidLane}>
        <CostCell entry={step} calls={hide.has('did') ? 0 : calls} />
      </div>
      {axis && <TimeBar step={step} axis={axis} />}
    </>
  );
}

/**
 * Shown in place of a text that could not be loaded. The table handles the click and reloads all texts that failed.
 * `reachable`: focusable with Tab, in the row that has the focus or would receive it.
 */
function RetryText({ reachable }: { reachable: boolean }) {
  return (
    <button type="button" tabIndex={reachable ? 0 : -1} className={cells.retry} data-retry>
      ✕ Text could not be loaded. Retry
    </button>
  );
}

function GroupCells({ entry, expanded }: { entry: Entry & { entry: 'group' }; expanded: boolean | undefined }) {
  return (
    <>
      <div role="gridcell" className={styles.number}>
        {expanded !== undefined && <Twisty expanded={expanded} />}
      </div>
      <div role="gridcell" className={styles.group}>
        <Depth level={entry.level} />
        {entry.kind === 'agent' ? <PlainText text={`Agent ${entry.title}`} /> : 'Parent not received'}{' '}
        <span className={styles.quiet}>({groupSize(entry)})</span>
      </div>
      <div role="gridcell" className={styles.paidLane}>
        <CostCell entry={entry} />
      </div>
    </>
  );
}

/** Deeper rows keep this indent; a number in the space of the levels says how deep they are. */
const DEEPEST_SHOWN = 6;

const Depth = ({ level }: { level: number }) =>
  level > DEEPEST_SHOWN && (
    <span className={styles.depth} title={`Level ${level}`}>
      {level}›
    </span>
  );

function Twisty({ expanded }: { expanded: boolean }) {
  return (
    <span aria-hidden className={styles.twisty} data-twisty>
      {expanded ? '▾' : '▸'}
    </span>
  );
}
