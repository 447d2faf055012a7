'use client';
// Makes a key, then shows it the one time it can be shown.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Button } from '../../components/Button.tsx';
import { CopyLine } from '../../components/CopyLine.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { CheckField, TextField } from '../../components/Field.tsx';
import { toast } from '../../lib/toast.ts';
import { useTRPC } from '../../lib/trpc.ts';
import styles from './KeysScreen.module.css';

const SCOPES = [
  { scope: 'ingest', label: 'ingest: send spans' },
  { scope: 'read', label: 'read: query what is stored' },
] as const;
type Scope = (typeof SCOPES)[number]['scope'];

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
  const create = useMutation(
    trpc.keys.create.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.keys.list.queryFilter()),
    }),
  );
  if (create.data) return <ShowOnce apiKey={create.data.key} ingestUrl={ingestUrl} onClose={onClose} />;
  const toggle = (scope: Scope) => {
    const next = new Set(scopes);
    if (!next.delete(scope)) next.add(scope);
    setScopes(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ project, name: name.trim(), scopes: [...scopes] });
  };
  return (
    <Dialog open onOpenChange={onClose} title="New key">
      <form onSubmit={submit} className={styles.form}>
        <TextField
          label="Name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={60}
          required
          autoFocus
          note="Where it will be used: “laptop”, “ci”."
        />
        <fieldset className={styles.fieldset}>
          <legend className={styles.legend}>Scope</legend>
          {SCOPES.map(({ scope, label }) => (
            <CheckField key={scope} label={label} checked={scopes.has(scope)} onChange={() => toggle(scope)} />
          ))}
        </fieldset>
        {create.isError && <ErrorState inline title="The key was not made." error={create.error} />}
        <div className={styles.buttons}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={name.trim() === '' || scopes.size === 0 || create.isPending}>
            Make key
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface ShowOnceProps {
  apiKey: string;
  ingestUrl: string;
  onClose: () => void;
}

function ShowOnce({ apiKey, ingestUrl, onClose }: ShowOnceProps) {
  const done = () => {
    toast('Key made.');
    onClose();
  };
  return (
    // Esc does not close it: the key could never be seen again.
    <Dialog open title="Your new key" description="It is shown this once; only a hash is kept.">
      <div className={styles.form}>
        <CopyLine name="the key" text={apiKey} />
        <p>Endpoint for OTLP</p>
        <CopyLine name="the endpoint" text={`${ingestUrl}/v1/traces`} />
        <div className={styles.buttons}>
          <Button look="primary" onClick={done}>
            I stored it
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
