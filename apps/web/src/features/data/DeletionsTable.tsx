'use client';
import { AbsoluteTime } from '../../components/figures/AbsoluteTime.tsx';
import { Button } from '../../components/controls/Button.tsx';
import { NumberCell, RowActions, RowHead, SettingsTable } from '../../components/settings/SettingsPage.tsx';
import { PlainText } from '../../components/text/PlainText.tsx';
import { exactCount, NOT_APPLICABLE } from '../../lib/figures/format.ts';
import { saveFile } from '../../lib/files/save-file.ts';
import { isUnfinished, keptWords, stateWords, type ListedDeletion } from './deletion-words.ts';

interface DeletionsTableProps {
  deletions: readonly ListedDeletion[];
  onStop: (id: string) => void;
}

const HEADS = [
  'Deletion',
  'State',
  { number: 'Traces deleted' },
  'Kept by legal hold',
  { number: 'Match now' },
  'Requested',
];

export function DeletionsTable({ deletions, onStop }: DeletionsTableProps) {
  return (
    <SettingsTable label="Deletions" heads={HEADS}>
      {deletions.map((deletion) => (
        <DeletionRow key={deletion.receipt.id} deletion={deletion} onStop={onStop} />
      ))}
    </SettingsTable>
  );
}

function DeletionRow({ deletion, onStop }: { deletion: ListedDeletion; onStop: (id: string) => void }) {
  const { isStopping, receipt } = deletion;
  const { id, words, deleted, remaining } = receipt;
  const kept = keptWords(deletion);
  return (
    <tr>
      <RowHead>
        <PlainText text={words} />
      </RowHead>
      <td>
        <span role="status">{stateWords(deletion)}</span>
      </td>
      <NumberCell>{exactCount(deleted.traces)}</NumberCell>
      <td>{kept === undefined ? NOT_APPLICABLE : <PlainText text={kept} />}</td>
      <NumberCell>{remaining === null ? NOT_APPLICABLE : exactCount(remaining)}</NumberCell>
      <td>
        <AbsoluteTime time={new Date(receipt.requested_at)} />
        <br />
        <PlainText text={receipt.requested_by} />
      </td>
      <RowActions>
        {isUnfinished(deletion) ? (
          <Button look="quiet" disabled={isStopping} aria-label={`Stop: ${words}`} onClick={() => onStop(id)}>
            Stop
          </Button>
        ) : (
          <Button look="quiet" aria-label={`Download the receipt: ${words}`} onClick={() => saveReceipt(receipt)}>
            Receipt
          </Button>
        )}
      </RowActions>
    </tr>
  );
}

const saveReceipt = (receipt: ListedDeletion['receipt']): void =>
  saveFile(`deletion-${receipt.id.slice(0, 8)}.json`, [`${JSON.stringify(receipt, null, 2)}\n`], 'application/json');
