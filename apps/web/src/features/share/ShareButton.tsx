'use client';
// Opens the dialog of the links of a trace; its code is no part of the first load.
import { Share2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { IconButton } from '../../components/controls/Button.tsx';
import { later } from '../../lib/later.ts';

const ShareDialog = later(async () => (await import('./ShareDialog.tsx')).ShareDialog);

export function ShareButton({ project, trace }: { project: string; trace: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label="Share the trace" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Share2 size={16} aria-hidden />
      </IconButton>
      <Suspense>{open && <ShareDialog project={project} trace={trace} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
