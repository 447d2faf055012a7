// The actions for the whole trace: download it as a file, and delete it.
import { Ellipsis } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useRouter } from '../../../lib/address/address-state.ts';
import { IconButton } from '../../../components/controls/Button.tsx';
import { Menu } from '../../../components/controls/Menu.tsx';
import { later } from '../../../lib/later.ts';
import { listPath } from '../../../lib/address/list-path.ts';
import { useMayChange } from '../../../lib/account/rights.ts';
import { pagePath } from '../../../lib/address/pages.ts';
import { toast } from '../../../lib/toast.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import { forksSearch } from './trace-facts.ts';

const DeleteTraces = later(async () => (await import('../../../components/delete/DeleteTraces.tsx')).DeleteTraces);

export function TraceMenu({ address }: { address: TraceAddress }) {
  const { project, trace } = address;
  const router = useRouter();
  const mayChange = useMayChange();
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <Menu
        trigger={
          <IconButton label={mayChange ? 'Download or delete the trace' : 'Download the trace'}>
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
        items={[
          { id: 'json', label: 'Download as JSON', onSelect: () => void save(address, 'json') },
          { id: 'markdown', label: 'Download as Markdown', onSelect: () => void save(address, 'markdown') },
          { id: 'forks', label: 'Forks of this trace', onSelect: () => router.push(forksPath(address)) },
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

const forksPath = ({ project, trace }: TraceAddress) => pagePath(project, 'traces') + forksSearch(trace);

/** The code for it is loaded when it is wanted, because every page of a trace loads this menu. */
async function save(address: TraceAddress, as: 'json' | 'markdown'): Promise<void> {
  try {
    const { saveTrace } = await import('./save-trace.ts');
    await saveTrace(address, as);
  } catch (error) {
    toast('The trace could not be downloaded', error instanceof Error ? error.message : String(error));
  }
}
