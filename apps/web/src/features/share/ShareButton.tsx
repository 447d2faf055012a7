'use client';
// Opens the dialog of the links of a trace; its code comes when it is asked for.
import { Share2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { IconButton } from '../../components/Button.tsx';

const ShareDialog = dynamic(async () => (await import('./ShareDialog.tsx')).ShareDialog, { ssr: false });

export function ShareButton({ project, trace }: { project: string; trace: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label="Share the trace" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Share2 size={16} aria-hidden />
      </IconButton>
      {open && <ShareDialog project={project} trace={trace} onClose={() => setOpen(false)} />}
    </>
  );
}
