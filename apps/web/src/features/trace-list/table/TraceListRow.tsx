// One trace: its input and thought, model, steps, cost and hidden share.
import { memo } from 'react';
import { Cell, type CellsProps } from './Cells.tsx';
import { traceTitle } from '../../../lib/traces/trace-title.ts';
import { OUTCOMES, outcomeOf } from '../../../lib/traces/trace-outcome.ts';
import { rowName } from './row-words.ts';
import styles from '../list.module.css';

export interface TraceListRowProps extends CellsProps {
  rowIndex: number;
  /** In pixels. */
  top: number;
  height: number;
  current: boolean;
  selected: boolean;
  tabStop: boolean;
  onFocus: (id: string) => void;
  onSelect: (id: string) => void;
}

export const TraceListRow = memo(function TraceListRow(props: TraceListRowProps) {
  const { row, rowIndex, top, height, current, selected, tabStop, columns } = props;
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      aria-selected={selected}
      aria-current={current || undefined}
      aria-label={rowName(row)}
      tabIndex={tabStop ? 0 : -1}
      data-row={rowIndex - 2}
      data-trace={row.id}
      className={styles.row}
      style={{ transform: `translateY(${top}px)`, height }}
      onFocus={() => props.onFocus(row.id)}
    >
      <Mark {...props} />
      {columns.map(({ id }) => (
        <div key={id} role="gridcell" data-column={id} className={styles.cell}>
          <Cell id={id} {...props} />
        </div>
      ))}
    </div>
  );
});

/** The outcome of the trace, and the checkbox that selects it. */
function Mark({ row, selected, onSelect }: TraceListRowProps) {
  const outcome = outcomeOf(row);
  return (
    <div role="gridcell" className={styles.mark} data-outcome={outcome} title={OUTCOMES[outcome].says}>
      <span aria-hidden className={styles.sign}>
        {OUTCOMES[outcome].mark}
      </span>
      <span className="visually-hidden">{OUTCOMES[outcome].says}</span>
      <label className={styles.box}>
        <input
          type="checkbox"
          tabIndex={-1}
          checked={selected}
          aria-label={`Select ${traceTitle(row).slice(0, 80)}`}
          onChange={() => onSelect(row.id)}
        />
      </label>
    </div>
  );
}
