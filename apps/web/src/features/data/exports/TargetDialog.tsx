'use client';
// Adds a target of exports.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/controls/Button.tsx';
import { Dialog } from '../../../components/controls/Dialog.tsx';
import { CheckField, SelectField, TextField } from '../../../components/controls/Field.tsx';
import { DialogButtons, DialogForm } from '../../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../../components/states/ErrorState.tsx';
import { toast } from '../../../lib/toast.ts';
import { useTRPC } from '../../../lib/requests/trpc.ts';
import { FORMAT_WORDS, type NewTarget } from './export-words.ts';

interface TargetDialogProps {
  project: string;
  /** The operator allows folders of the server. */
  hasDirectory: boolean;
  onClose: () => void;
}

type Kind = NewTarget['place']['kind'];

const KIND_WORDS = [
  ['s3', 'A bucket of S3'],
  ['directory', 'A folder of the server'],
] as const satisfies readonly (readonly [Kind, string])[];

const EMPTY = {
  ...{ endpoint: '', region: 'us-east-1', bucket: '', prefix: '', keyId: '', secret: '', folder: '' },
};
type Texts = typeof EMPTY;

/** What a place of each kind does not work without. */
const NEEDED: Readonly<Record<Kind, readonly (keyof Texts)[]>> = {
  s3: ['region', 'bucket', 'keyId', 'secret'],
  directory: ['folder'],
};

export function TargetDialog({ project, hasDirectory, onClose }: TargetDialogProps) {
  const [name, setName] = useState('');
  const [kind, setKind] = useState<Kind>('s3');
  const [texts, setTexts] = useState(EMPTY);
  const [format, setFormat] = useState<NewTarget['format']>('jsonl');
  const [isHourly, setIsHourly] = useState(false);
  const add = useAddTarget(onClose);
  const isReady = [name, ...NEEDED[kind].map((field) => texts[field])].every((text) => text.trim() !== '');
  const submit = () => {
    if (isReady) add.mutate({ project, target: { name, place: placeOf(kind, texts), format, isHourly } });
  };
  return (
    <Dialog open onOpenChange={onClose} title="Add a target" description="Where exports of this project are written.">
      <DialogForm onSubmit={submit}>
        <TextField
          label="Name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={60}
          required
          autoFocus
        />
        {hasDirectory && <SelectField label="Place" options={KIND_WORDS} value={kind} onValue={setKind} />}
        {FIELDS[kind].map(({ field, ...props }) => (
          <TextField
            key={field}
            {...props}
            value={texts[field]}
            onChange={(event) => setTexts({ ...texts, [field]: event.target.value })}
            required={NEEDED[kind].includes(field)}
            spellCheck={false}
          />
        ))}
        <SelectField label="Format" options={FORMAT_WORDS} value={format} onValue={setFormat} />
        <CheckField
          label="Export every hour what changed"
          checked={isHourly}
          onChange={(event) => setIsHourly(event.target.checked)}
        />
        {add.isError && <ErrorState inline title="The target was not added." error={add.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!isReady || add.isPending}>
            Add the target
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}

interface FieldOfPlace {
  field: keyof Texts;
  label: string;
  note?: string;
  type?: string;
  placeholder?: string;
}

const FIELDS: Readonly<Record<Kind, readonly FieldOfPlace[]>> = {
  s3: [
    { field: 'bucket', label: 'Bucket' },
    { field: 'prefix', label: 'Prefix (optional)', note: 'Only exports of this project should be below it.' },
    { field: 'region', label: 'Region' },
    {
      field: 'endpoint',
      label: 'Endpoint (optional)',
      note: 'The address of another store than Amazon S3.',
      placeholder: 'https://minio.example.com:9000',
    },
    { field: 'keyId', label: 'Access key id' },
    { field: 'secret', label: 'Secret access key', type: 'password', note: 'Stored encrypted, and never shown again.' },
  ],
  directory: [{ field: 'folder', label: 'Folder', note: 'Below the directory that the operator allows.' }],
};

function placeOf(kind: Kind, { folder, ...s3 }: Texts): NewTarget['place'] {
  return kind === 'directory' ? { kind, folder } : { kind, ...s3 };
}

function useAddTarget(onClose: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMutation(
    trpc.exports.addTarget.mutationOptions({
      onSuccess: async () => {
        onClose();
        toast('Target added.', 'Test it before you rely on it.');
        await queryClient.invalidateQueries({ queryKey: trpc.exports.pathKey() });
      },
    }),
  );
}
