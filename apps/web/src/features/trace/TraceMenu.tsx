// The actions for the whole trace: download it as a file, which the server streams outside of the page, and delete it.
import { Ellipsis } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useRouter } from '../../lib/address-state.ts';
import { IconButton } from '../../components/Button.tsx';
import { Menu } from '../../components/Menu.tsx';
import { later } from '../../lib/later.ts';
import { listPath } from '../../lib/list-path.ts';
import { useMayChange } from '../../lib/may-change.ts';
import { tracePath } from '../../lib/pages.ts';
import type { TraceAddress } from './trace-address.ts';

const DeleteTraces = later(async () => (await import('../../components/delete/DeleteTraces.tsx')).DeleteTraces);

export function TraceMenu({ address: { project, trace } }: { address: TraceAddress }) {
  const router = useRouter();
  const mayChange = useMayChange();
  const [deleting, setDeleting] = useState(false);
  const save = (as: 'json' | 'markdown') => {
    const link = document.createElement('a');
    link.href = `${tracePath(project, trace)}/export?as=${as}`;
    link.download = '';
    link.click();
  };
  return (
    <>
      <Menu
        trigger={
          <IconButton label={mayChange ? 'Download or delete the trace' : 'Download the trace'}>
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
        items={[
          { id: 'json', label: 'Download as JSON', onSelect: () => save('json') },
          { id: 'markdown', label: 'Download as Markdown', onSelect: () => save('markdown') },
          ...(mayChange ? [{ id: 'delete', label: 'Delete…', onSelect: () => setDeleting(true) }] : []),
        ]}
      />
      {deleting && (
        <Suspense>
          <DeleteTraces
            project={project}
            traces={[trace]}
            leaves
            onClose={() => setDeleting(false)}
            onDeleted={() => router.push(listPath(project))}
          />
        </Suspense>
      )}
    </>
  );
}
