'use client';
import { MoreHorizontal } from 'lucide-react';
import { AbsoluteTime } from '../../../components/figures/AbsoluteTime.tsx';
import { Button, IconButton } from '../../../components/controls/Button.tsx';
import { Menu } from '../../../components/controls/Menu.tsx';
import { RowActions, RowHead, SettingsTable } from '../../../components/settings/SettingsPage.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { formatName, placeWords, type Target } from './export-words.ts';
import { useTargetActions } from './use-exports.ts';

interface TargetsTableProps {
  project: string;
  targets: readonly Target[];
  onExport: (target: Target) => void;
  onRemove: (target: Target) => void;
}

export function TargetsTable({ project, targets, onExport, onRemove }: TargetsTableProps) {
  const { test, schedule } = useTargetActions();
  return (
    <SettingsTable label="Targets of exports" heads={['Target', 'Place', 'Format', 'Every hour']}>
      {targets.map((target) => {
        const { id, name, nextAt, format } = target;
        return (
          <tr key={id}>
            <RowHead>
              <PlainText text={name} />
            </RowHead>
            <td>
              <PlainText text={placeWords(target)} />
            </td>
            <td>{formatName(format)}</td>
            <td>
              {nextAt === null ? (
                'No'
              ) : (
                <>
                  Next <AbsoluteTime time={nextAt} />
                </>
              )}
            </td>
            <RowActions>
              <Button look="quiet" aria-label={`Export now to ${name}`} onClick={() => onExport(target)}>
                Export now…
              </Button>
              <Menu
                trigger={
                  <IconButton label={`More about ${name}`}>
                    <MoreHorizontal size={14} aria-hidden />
                  </IconButton>
                }
                items={[
                  { id: 'test', label: 'Test the target', onSelect: () => test.mutate({ project, id }) },
                  {
                    id: 'schedule',
                    label: nextAt === null ? 'Export every hour' : 'Stop exporting every hour',
                    onSelect: () => schedule.mutate({ project, id, isHourly: nextAt === null }),
                  },
                  { id: 'remove', label: 'Remove…', onSelect: () => onRemove(target) },
                ]}
              />
            </RowActions>
          </tr>
        );
      })}
    </SettingsTable>
  );
}
