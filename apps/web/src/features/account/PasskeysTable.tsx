import { Button } from '../../components/controls/Button.tsx';
import { RelativeTime } from '../../components/figures/RelativeTime.tsx';
import { RowActions, RowHead, SettingsTable } from '../../components/settings/SettingsPage.tsx';
import { PlainText } from '../../components/text/PlainText.tsx';
import type { RouterOutputs } from '../../lib/requests/trpc.ts';

export type Passkey = RouterOutputs['account']['passkeys'][number];

interface PasskeysTableProps {
  passkeys: readonly Passkey[];
  onRename: (passkey: Passkey) => void;
  onRemove: (passkey: Passkey) => void;
}

export function PasskeysTable({ passkeys, onRename, onRemove }: PasskeysTableProps) {
  if (passkeys.length === 0)
    return <p>You have none. A passkey signs you in by fingerprint, face or PIN, without a password or a code.</p>;
  return (
    <SettingsTable label="Passkeys" heads={['Name', 'Added', 'Last used']}>
      {passkeys.map((passkey) => (
        <tr key={passkey.id}>
          <RowHead>
            <PlainText text={passkey.name} />
          </RowHead>
          <td>
            <RelativeTime time={passkey.createdAt} ago />
          </td>
          <td>{passkey.lastUsedAt ? <RelativeTime time={passkey.lastUsedAt} ago /> : 'never'}</td>
          <RowActions>
            <Button look="quiet" onClick={() => onRename(passkey)} aria-label={`Rename the passkey ${passkey.name}`}>
              Rename…
            </Button>
            <Button look="quiet" onClick={() => onRemove(passkey)} aria-label={`Remove the passkey ${passkey.name}`}>
              Remove…
            </Button>
          </RowActions>
        </tr>
      ))}
    </SettingsTable>
  );
}
