'use client';
// Adds a key of a provider.
import { isAskable, REPLAY_TARGETS } from '@subtext/reasoning';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Dialog } from '../../components/controls/Dialog.tsx';
import { SelectField, TextField } from '../../components/controls/Field.tsx';
import { DialogButtons, DialogForm } from '../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { toast } from '../../lib/toast.ts';

/** One row for each provider, under the label of its first format. */
const PROVIDERS = [
  ...new Map(
    REPLAY_TARGETS.filter(isAskable)
      .toReversed()
      .flatMap(({ provider, label }) => (provider ? [[provider, label.replace(/ Responses$/, '')] as const] : [])),
  ),
].toReversed();

export function NewKeyDialog({ project, onClose }: { project: string; onClose: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [provider, setProvider] = useState('openai');
  const [label, setLabel] = useState('');
  const [key, setKey] = useState('');
  const [baseUrl, setBaseUrl] = useState('');
  const add = useMutation(
    trpc.providerKeys.add.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(trpc.providerKeys.list.queryFilter());
        toast('Key added.');
        onClose();
      },
    }),
  );
  return (
    <Dialog open onOpenChange={onClose} title="Add a key" description="Use a key with a spending limit of its own.">
      <DialogForm onSubmit={() => add.mutate({ project, added: { provider, label, key, baseUrl } })}>
        <SelectField label="Provider" options={PROVIDERS} value={provider} onValue={setProvider} />
        <TextField
          label="Label"
          value={label}
          onChange={(event) => setLabel(event.target.value)}
          maxLength={60}
          required
          autoFocus
        />
        <TextField
          label="Key"
          note="Stored encrypted. It is not shown again."
          type="password"
          value={key}
          onChange={(event) => setKey(event.target.value)}
          maxLength={1_000}
          required
        />
        <TextField
          label="Base URL, if it is not the provider’s own"
          note="As the provider’s client takes it, such as https://gateway.example.com/v1. Private networks need the permission of the operator."
          value={baseUrl}
          onChange={(event) => setBaseUrl(event.target.value)}
          maxLength={2_000}
        />
        {add.isError && <ErrorState inline title="The key was not added." error={add.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!label.trim() || !key.trim() || add.isPending}>
            Add key
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}
