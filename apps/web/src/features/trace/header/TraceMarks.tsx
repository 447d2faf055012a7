'use client';
// The bookmark of the trace, and the button that edits its tags. Who may only look sees the bookmark.
import { Star, Tag } from 'lucide-react';
import { Suspense, useState } from 'react';
import { IconButton } from '../../../components/controls/Button.tsx';
import { useMarkTraces } from '../../../components/marks/use-mark-traces.ts';
import { useMayChange } from '../../../lib/account/rights.ts';
import { later } from '../../../lib/later.ts';
import { toast } from '../../../lib/toast.ts';
import type { TraceSummary } from '../data/use-trace.ts';
import styles from './facts.module.css';

const EditTags = later(async () => (await import('../../../components/marks/EditTags.tsx')).EditTags);

interface TraceMarksProps {
  project: string;
  summary: TraceSummary;
}

export function TraceMarks({ project, summary: { id, tags, bookmarked } }: TraceMarksProps) {
  const [isEditing, setEditing] = useState(false);
  const { mark, isPending } = useMarkTraces(project);
  if (!useMayChange()) {
    return bookmarked && <Star size={14} fill="currentColor" role="img" aria-label="Bookmarked" />;
  }
  const bookmark = () =>
    void mark({ traces: [id], bookmarked: !bookmarked }).catch((error: unknown) =>
      toast('The bookmark could not be saved', error instanceof Error ? error.message : ''),
    );
  return (
    <span className={styles.marks}>
      <IconButton label="Bookmark" aria-pressed={bookmarked} disabled={isPending} onClick={bookmark}>
        <Star size={14} fill={bookmarked ? 'currentColor' : 'none'} aria-hidden />
      </IconButton>
      <IconButton label="Edit tags" onClick={() => setEditing(true)}>
        <Tag size={14} aria-hidden />
      </IconButton>
      {isEditing && (
        <Suspense>
          <EditTags project={project} traces={[{ id, tags }]} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </span>
  );
}
