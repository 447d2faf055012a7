'use client';
// The popup of ColumnsMenu.tsx.
import { useQuery } from '@tanstack/react-query';
import { Popover } from '@base-ui/react/popover';
import { ArrowDown, ArrowUp, Minus, Plus } from 'lucide-react';
import { useId, type ReactElement } from 'react';
import { Button, IconButton } from '../../../components/controls/Button.tsx';
import popup from '../../../components/controls/MenuWithPopup.module.css';
import { moveColumn, toggleColumn } from './change-columns.ts';
import { resizeColumn, standardColumns, type ShownColumn } from './columns.ts';
import type { FacetLoader } from '../../../components/filter/facets.ts';
import { columnsWith, type ScoreColumnId } from '../table/list-columns.ts';
import styles from './columns-popup.module.css';

const STEP_REM = 1;

export interface ColumnsMenuProps {
  /** For the names of scores, which are columns, too. */
  facets: FacetLoader;
  columns: readonly ShownColumn[];
  onChange: (columns: readonly ShownColumn[]) => void;
}

export function ColumnsPopup({ facets, columns, onChange, trigger }: ColumnsMenuProps & { trigger: ReactElement }) {
  const all = useAllColumns(facets, columns);
  const hidden = all.filter(({ id }) => !columns.some((column) => column.id === id));
  const nameOf = (id: string) => {
    const column = all.find((one) => one.id === id);
    const name = column?.name ?? column?.label ?? id;
    return id.startsWith('score.') ? `Score ${name}` : name;
  };
  return (
    <Popover.Root defaultOpen>
      <Popover.Trigger render={trigger} />
      <Popover.Portal>
        <Popover.Positioner align="end" sideOffset={4} className={popup.positioner}>
          <Popover.Popup className={styles.popup}>
            <Popover.Title className={styles.title}>Columns</Popover.Title>
            <ol>
              {columns.map((column, index) => (
                <Row
                  key={column.id}
                  name={nameOf(column.id)}
                  column={column}
                  isFirst={index === 0}
                  isLast={index === columns.length - 1}
                  alone={columns.length === 1}
                  onToggle={() => onChange(toggleColumn(columns, all, column.id))}
                  onMove={(by) => onChange(moveColumn(columns, column.id, by))}
                  onWidth={(by) => onChange(resizeColumn(columns, column.id, (column.width ?? 0) + by))}
                />
              ))}
            </ol>
            <ul className={styles.hidden}>
              {hidden.map(({ id }) => (
                <li key={id} className={styles.row}>
                  <Tick name={nameOf(id)} checked={false} onChange={() => onChange(toggleColumn(columns, all, id))} />
                </li>
              ))}
            </ul>
            <Button onClick={() => onChange(standardColumns(all))}>Reset columns</Button>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

const scoreColumnId = (name: string): ScoreColumnId => `score.${encodeURIComponent(name)}`;

/** With the columns of scores that traces of the range have; without them until they are loaded. */
function useAllColumns({ scope, load }: FacetLoader, shown: readonly ShownColumn[]) {
  const { data } = useQuery({
    queryKey: ['facets', scope, 'score', undefined, '', ''],
    queryFn: () => load('score', { q: '', text: '' }),
  });
  const names = data?.values.map(({ value }) => scoreColumnId(value)) ?? [];
  return columnsWith([...new Set([...shown.map(({ id }) => id), ...names])]);
}

interface RowProps {
  name: string;
  column: ShownColumn;
  isFirst: boolean;
  isLast: boolean;
  alone: boolean;
  onToggle: () => void;
  onMove: (by: -1 | 1) => void;
  onWidth: (byRem: number) => void;
}

function Row({ name, column, isFirst, isLast, alone, onToggle, onMove, onWidth }: RowProps) {
  return (
    <li className={styles.row}>
      <Tick name={name} checked disabled={alone} onChange={onToggle} />
      {column.width !== null && (
        <>
          <IconButton label={`${name} narrower`} onClick={() => onWidth(-STEP_REM)}>
            <Minus size={14} aria-hidden />
          </IconButton>
          <IconButton label={`${name} wider`} onClick={() => onWidth(STEP_REM)}>
            <Plus size={14} aria-hidden />
          </IconButton>
        </>
      )}
      <IconButton label={`${name} earlier`} disabled={isFirst} onClick={() => onMove(-1)}>
        <ArrowUp size={14} aria-hidden />
      </IconButton>
      <IconButton label={`${name} later`} disabled={isLast} onClick={() => onMove(1)}>
        <ArrowDown size={14} aria-hidden />
      </IconButton>
    </li>
  );
}

function Tick({ name, ...input }: { name: string; checked: boolean; disabled?: boolean; onChange: () => void }) {
  const id = useId();
  return (
    <span className={styles.tick}>
      <input id={id} type="checkbox" {...input} />
      <label htmlFor={id}>{name}</label>
    </span>
  );
}
