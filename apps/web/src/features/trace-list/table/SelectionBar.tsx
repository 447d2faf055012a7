// The actions for selected traces. Replaces the footer while traces are selected.
import { Suspense, useState } from 'react';
import { Button, ButtonLink } from '../../../components/controls/Button.tsx';
import { KeyHint } from '../../../components/controls/KeyHint.tsx';
import { ActionBar } from '../../../components/list/ListFoot.tsx';
import { plural } from '../../../lib/figures/format.ts';
import { later } from '../../../lib/later.ts';
import { useMayChange } from '../../../lib/account/rights.ts';
import { comparePath, MOST_COMPARED } from '../../../lib/address/pages.ts';
import { drawnText } from '../../../lib/text/visible-text.ts';
import { traceTitle } from '../../../lib/traces/trace-title.ts';
import { useMarkTraces } from '../../../components/marks/use-mark-traces.ts';
import { toast } from '../../../lib/toast.ts';
import { useSaveTraces } from './use-save-traces.ts';
import type { List } from '../use-list.ts';
import type { TraceRow } from './trace-row.ts';
import styles from '../list.module.css';

const EditTags = later(async () => (await import('../../../components/marks/EditTags.tsx')).EditTags);
const DeleteTraces = later(async () => (await import('../../../components/delete/DeleteTraces.tsx')).DeleteTraces);

interface SelectionBarProps {
  project: string;
  list: List;
  rows: readonly TraceRow[];
}

export function SelectionBar({ project, list: { selected, setSelected }, rows }: SelectionBarProps) {
  const [dialog, setDialog] = useState<'tags' | 'delete' | null>(null);
  const { saved, press: save } = useSaveTraces(project, selected);
  const mayChange = useMayChange();
  const chosen = selected.map((id) => rows.find((row) => row.id === id) ?? { id, tags: [], bookmarked: false });
  const titles = chosen.map((row) => drawnText(traceTitle(row)));
  return (
    <ActionBar label="Selected traces">
      <span className={styles.chosen}>
        <strong role="status">{plural(selected.length, 'trace')} selected</strong>{' '}
        <span className={styles.quiet}>{titles.join(' · ')}</span>
      </span>
      <span className={styles.actions}>
        {selected.length > 1 && selected.length <= MOST_COMPARED ? (
          <ButtonLink look="primary" href={comparePath(project, ...selected)}>
            Compare <KeyHint id="compare" />
          </ButtonLink>
        ) : (
          <span className={styles.quiet}>Select 2 to {MOST_COMPARED} to compare them</span>
        )}
        {mayChange && <Button onClick={() => setDialog('tags')}>Tags…</Button>}
        {mayChange && <Bookmark project={project} chosen={chosen} />}
        <Button onClick={save} title="Download the selected traces as one JSON file">
          {saved === null ? 'Export' : `Stop, ${saved} of ${selected.length}`}
        </Button>
        {mayChange && <Button onClick={() => setDialog('delete')}>Delete…</Button>}
        <Button onClick={() => setSelected([])}>Clear</Button>
      </span>
      {dialog === 'tags' && (
        <Suspense>
          <EditTags project={project} traces={chosen} onClose={() => setDialog(null)} />
        </Suspense>
      )}
      {dialog === 'delete' && (
        <Suspense>
          <DeleteTraces
            project={project}
            traces={selected}
            onClose={() => setDialog(null)}
            onDeleted={() => setSelected([])}
          />
        </Suspense>
      )}
    </ActionBar>
  );
}

/** Bookmarks all of the traces, or takes the bookmark away when all have one. */
function Bookmark({ project, chosen }: { project: string; chosen: readonly Pick<TraceRow, 'id' | 'bookmarked'>[] }) {
  const { mark, isPending } = useMarkTraces(project);
  const bookmarked = !chosen.every((row) => row.bookmarked);
  const press = () =>
    void mark({ traces: chosen.map(({ id }) => id), bookmarked }).then(
      () => toast(`${plural(chosen.length, 'trace')} ${bookmarked ? 'bookmarked' : 'no longer bookmarked'}.`),
      (error: unknown) => toast('The bookmark could not be saved', error instanceof Error ? error.message : ''),
    );
  return (
    <Button onClick={press} disabled={isPending}>
      {bookmarked ? 'Bookmark' : 'Remove bookmark'}
    </Button>
  );
}
