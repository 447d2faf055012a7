// The actions for selected traces. Replaces the footer while traces are selected.
import { Suspense, useState } from 'react';
import { Button, ButtonLink } from '../../../components/controls/Button.tsx';
import { KeyHint } from '../../../components/controls/KeyHint.tsx';
import { ActionBar } from '../../../components/list/ListFoot.tsx';
import { plural } from '../../../lib/figures/format.ts';
import { later } from '../../../lib/later.ts';
import { useMayChange } from '../../../lib/account/may-change.ts';
import { comparePath } from '../../../lib/address/pages.ts';
import { drawnText } from '../../../lib/text/visible-text.ts';
import { traceTitle } from '../../../lib/traces/trace-title.ts';
import type { List } from '../use-list.ts';
import type { TraceRow } from './trace-row.ts';
import styles from '../list.module.css';

const DeleteTraces = later(async () => (await import('../../../components/delete/DeleteTraces.tsx')).DeleteTraces);

interface SelectionBarProps {
  project: string;
  list: List;
  rows: readonly TraceRow[];
}

export function SelectionBar({ project, list: { selected, setSelected }, rows }: SelectionBarProps) {
  const [deleting, setDeleting] = useState(false);
  const mayChange = useMayChange();
  const [a, b, ...more] = selected;
  const titles = selected.map((id) => drawnText(traceTitle(rows.find((row) => row.id === id) ?? { id })));
  return (
    <ActionBar label="Selected traces">
      <span className={styles.chosen}>
        <strong role="status">{plural(selected.length, 'trace')} selected</strong>{' '}
        <span className={styles.quiet}>{titles.join(' · ')}</span>
      </span>
      <span className={styles.actions}>
        {a && b && more.length === 0 ? (
          <ButtonLink look="primary" href={comparePath(project, a, b)}>
            Compare <KeyHint id="compare" />
          </ButtonLink>
        ) : (
          <span className={styles.quiet}>Select two to compare them</span>
        )}
        {mayChange && <Button onClick={() => setDeleting(true)}>Delete…</Button>}
        <Button onClick={() => setSelected([])}>Clear</Button>
      </span>
      {deleting && (
        <Suspense>
          <DeleteTraces
            project={project}
            traces={selected}
            onClose={() => setDeleting(false)}
            onDeleted={() => setSelected([])}
          />
        </Suspense>
      )}
    </ActionBar>
  );
}
