// The actions for the whole trace: download it as a file, and delete it.
import { Ellipsis } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useRouter } from '../../../lib/address/address-state.ts';
import { IconButton } from '../../../components/controls/Button.tsx';
import { Menu } from '../../../components/controls/Menu.tsx';
import { later } from '../../../lib/later.ts';
import { listPath } from '../../../lib/address/list-path.ts';
import { useMayChange } from '../../../lib/account/rights.ts';
import { fetchInTurn } from '../../../lib/requests/fetch-in-turn.ts';
import { tracePath } from '../../../lib/address/pages.ts';
import { saveBlob } from '../../../lib/files/save-file.ts';
import { toast } from '../../../lib/toast.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';

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
          { id: 'json', label: 'Download as JSON', onSelect: () => void saveTrace(address, 'json') },
          { id: 'markdown', label: 'Download as Markdown', onSelect: () => void saveTrace(address, 'markdown') },
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

/** A faster download needs no message. */
const SOON_MS = 1_500;

const ENDINGS = { json: 'json', markdown: 'md' } as const;

/** The browser keeps what arrives on disk, not in the page, and the server may say that others are first. */
async function saveTrace({ project, trace }: TraceAddress, as: keyof typeof ENDINGS): Promise<void> {
  const saying = setTimeout(() => toast('Downloading the trace', 'It is saved when all of it has arrived.'), SOON_MS);
  try {
    const answer = await fetchInTurn(`${tracePath(project, trace)}/export?as=${as}`);
    saveBlob(`trace-${trace.slice(0, 8)}.${ENDINGS[as]}`, await answer.blob());
  } catch (error) {
    toast('The trace could not be downloaded', error instanceof Error ? error.message : String(error));
  } finally {
    clearTimeout(saying);
  }
}
