'use client';
// Adds a destination; of a webhook, shows the secret that signs its requests.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { CopyLine } from '../../components/controls/CopyLine.tsx';
import { Dialog } from '../../components/controls/Dialog.tsx';
import { SelectField, TextField } from '../../components/controls/Field.tsx';
import { DialogButtons, DialogForm } from '../../components/settings/SettingsPage.tsx';
import { ShownOnce } from '../../components/settings/ShownOnce.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { toast } from '../../lib/toast.ts';
import { KIND_WORDS } from '../../components/settings/SendTo.tsx';
import type { Destination } from './alert-words.ts';

type Kind = Destination['kind'];

const ADDRESSES: Readonly<Record<Kind, { label: string; note: string }>> = {
  webhook: {
    label: 'URL',
    note: 'It gets a signed JSON object. Private networks need the permission of the operator.',
  },
  slack: { label: 'URL of an incoming webhook of Slack', note: 'Such as https://hooks.slack.com/services/…' },
  mail: { label: 'E-mail address', note: 'A person or a list.' },
};

interface NewDestinationDialogProps {
  project: string;
  sendsMail: boolean;
  onClose: () => void;
}

export function NewDestinationDialog({ project, sendsMail, onClose }: NewDestinationDialogProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [kind, setKind] = useState<Kind>('webhook');
  const [address, setAddress] = useState('');
  const add = useMutation(
    trpc.alerts.addDestination.mutationOptions({
      onSuccess: async ({ secret }) => {
        await queryClient.invalidateQueries(trpc.alerts.list.queryFilter());
        if (secret !== null) return;
        toast('Destination added.');
        onClose();
      },
    }),
  );
  if (add.data?.secret) return <WebhookSecret secret={add.data.secret} onClose={onClose} />;
  const kinds = (Object.keys(KIND_WORDS) as Kind[]).filter((one) => one !== 'mail' || sendsMail);
  const { label, note } = ADDRESSES[kind];
  return (
    <Dialog open onOpenChange={onClose} title="New destination">
      <DialogForm onSubmit={() => add.mutate({ project, destination: { name, kind, address } })}>
        <SelectField
          label="Kind"
          options={kinds.map((one) => [one, KIND_WORDS[one]] as const)}
          value={kind}
          onValue={setKind}
        />
        {!sendsMail && <p>Mail needs a mail server, which the operator sets (SMTP_URL, MAIL_FROM).</p>}
        <TextField
          label="Name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={60}
          required
          autoFocus
        />
        <TextField
          label={label}
          note={note}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          maxLength={2_000}
          required
        />
        {add.isError && <ErrorState inline title="The destination was not added." error={add.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!name.trim() || !address.trim() || add.isPending}>
            Add destination
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}

const WebhookSecret = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <ShownOnce
    title="The secret of the webhook"
    description="Your receiver checks the signature of each request with it. It is shown only once."
    made="Destination added."
    done="I stored it"
    onClose={onClose}
  >
    <CopyLine name="the secret" text={secret} />
  </ShownOnce>
);
