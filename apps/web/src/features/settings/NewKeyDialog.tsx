'use client';
// Creates a key, then shows it once.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Dialog } from '../../components/controls/Dialog.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { CheckField, SelectField, TextField } from '../../components/controls/Field.tsx';
import { Choices, DialogButtons, DialogForm } from '../../components/settings/SettingsPage.tsx';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { NewKey } from './NewKey.tsx';

const SCOPES = [
  { scope: 'ingest', label: 'ingest: send spans' },
  { scope: 'read', label: 'read: query traces and costs' },
  { scope: 'figures', label: 'figures: query costs and steps, without texts' },
  { scope: 'scores', label: 'scores: write scores, comments and tags' },
  { scope: 'admin', label: 'admin: delete traces, start exports, and read their receipts' },
] as const;
type Scope = (typeof SCOPES)[number]['scope'];

const LIFETIMES = [
  ['never', 'never'],
  ['30', 'in 30 days'],
  ['90', 'in 90 days'],
  ['365', 'in a year'],
] as const;
type Lifetime = (typeof LIFETIMES)[number][0];

interface NewKeyDialogProps {
  project: string;
  ingestUrl: string;
  onClose: () => void;
}

export function NewKeyDialog({ project, ingestUrl, onClose }: NewKeyDialogProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<ReadonlySet<Scope>>(new Set(['ingest']));
  const [lifetime, setLifetime] = useState<Lifetime>('never');
  const create = useMutation(
    trpc.keys.create.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.keys.list.queryFilter()),
    }),
  );
  if (create.data) return <NewKey apiKey={create.data.key} scopes={[...scopes]} {...{ ingestUrl, onClose }} />;
  const toggle = (scope: Scope) => {
    const next = new Set(scopes);
    if (!next.delete(scope)) next.add(scope);
    setScopes(next);
  };
  const expiresInDays = lifetime === 'never' ? null : Number(lifetime);
  const submit = () => create.mutate({ project, name: name.trim(), scopes: [...scopes], expiresInDays });
  return (
    <Dialog open onOpenChange={onClose} title="New key">
      <DialogForm onSubmit={submit}>
        <TextField
          label="Name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={60}
          required
          autoFocus
          note="Where it will be used: “laptop”, “ci”."
        />
        <Choices legend="Scope">
          {SCOPES.map(({ scope, label }) => (
            <CheckField key={scope} label={label} checked={scopes.has(scope)} onChange={() => toggle(scope)} />
          ))}
        </Choices>
        <SelectField label="Expires" options={LIFETIMES} value={lifetime} onValue={setLifetime} />
        {create.isError && <ErrorState inline title="The key was not created." error={create.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={name.trim() === '' || scopes.size === 0 || create.isPending}>
            Create key
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}
