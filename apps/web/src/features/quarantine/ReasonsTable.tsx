import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { PlainText } from '../../components/text/PlainText.tsx';
import { RelativeTime } from '../../components/figures/RelativeTime.tsx';
import { NumberCell, RowActions, RowHead, SettingsTable } from '../../components/settings/SettingsPage.tsx';
import { exactCount } from '../../lib/figures/format.ts';
import type { RouterOutputs } from '../../lib/requests/trpc.ts';
import { DropDialog } from './DropDialog.tsx';
import { sizeText } from './size.ts';
import { useReplay } from './use-quarantine.ts';

type Reason = RouterOutputs['quarantine']['reasons']['reasons'][number];

interface ReasonsTableProps {
  project: string;
  reasons: readonly Reason[];
  mayChange: boolean;
  /** The reason whose rows are listed below; undefined = all. */
  shown: string | undefined;
  onShow: (reason: string) => void;
}

export function ReasonsTable({ project, reasons, mayChange, shown, onShow }: ReasonsTableProps) {
  const replay = useReplay();
  const [dropping, setDropping] = useState<Reason>();
  return (
    <>
      <SettingsTable
        label="Reasons"
        heads={['Reason', { number: 'Rows' }, { number: 'Received' }, { number: 'Size' }, 'Last']}
      >
        {reasons.map((one) => (
          <tr key={one.reason}>
            <RowHead>
              <PlainText text={one.reason} />
            </RowHead>
            <NumberCell>{exactCount(one.spans)}</NumberCell>
            <NumberCell>{exactCount(one.times)} ×</NumberCell>
            <NumberCell>{sizeText(one.bytes)}</NumberCell>
            <td>
              <RelativeTime time={one.lastAt} ago />
            </td>
            <RowActions>
              <Button look="quiet" onClick={() => onShow(one.reason)}>
                {shown === one.reason ? 'Show all' : 'Show only these'}
              </Button>
              {mayChange && (
                <>
                  <Button
                    look="quiet"
                    disabled={one.asked > 0 || replay.isPending}
                    onClick={() => replay.mutate({ project, reason: one.reason })}
                  >
                    {one.asked > 0 ? 'Reprocessing…' : 'Reprocess'}
                  </Button>
                  <Button look="quiet" onClick={() => setDropping(one)}>
                    Delete…
                  </Button>
                </>
              )}
            </RowActions>
          </tr>
        ))}
      </SettingsTable>
      {dropping && (
        <DropDialog
          project={project}
          what={{ reason: dropping.reason }}
          count={dropping.spans}
          onClose={() => setDropping(undefined)}
        />
      )}
    </>
  );
}
