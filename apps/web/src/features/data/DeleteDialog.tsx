'use client';
// Says what would be deleted, and requests the deletion when its number of traces was typed.
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Dialog } from '../../components/controls/Dialog.tsx';
import { SelectField, TextField } from '../../components/controls/Field.tsx';
import { DialogButtons, DialogForm } from '../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { ALL_TIME, RELATIVE_RANGES } from '../../lib/time/time-range.ts';
import { parseFilter } from '../../lib/traces/trace-filter.ts';
import { toast } from '../../lib/toast.ts';
import { useTRPC, type RouterInputs } from '../../lib/requests/trpc.ts';
import { DELETION_KIND_WORDS, VALUE_WORDS, type DeletionKind } from './deletion-words.ts';
import { ConfirmDeletion } from './ConfirmDeletion.tsx';

export type DeletionTarget = Required<Omit<RouterInputs['deletions']['preview'], 'project'>>;

const RANGES: readonly (readonly [string, string])[] = [
  [ALL_TIME, 'All time'],
  ...RELATIVE_RANGES.map(({ value, label }) => [value, label] as const),
];

const FILTER_NOTE = 'As in the trace list, such as env:staging -tool:help.';

interface DeleteDialogProps {
  project: string;
  onClose: () => void;
}

export function DeleteDialog({ project, onClose }: DeleteDialogProps) {
  const [target, setTarget] = useState<DeletionTarget>({ kind: 'user', value: '', range: ALL_TIME });
  const [counted, setCounted] = useState<DeletionTarget>();
  const { preview, request } = useDeletion(project, counted, onClose);
  const change = (changed: Partial<DeletionTarget>) => {
    setTarget({ ...target, ...changed });
    setCounted(undefined);
  };
  const count = () => {
    if (counted) void preview.refetch();
    else setCounted({ ...target, value: target.value.trim() });
  };
  const isConfirming = counted !== undefined && preview.data !== undefined && preview.data.traces > 0;
  const isReady = target.value.trim() !== '' && problemOf(target) === undefined;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Delete traces"
      description="Deletes them for good, with their texts, payloads, scores, share links and costs. Backups are not changed."
    >
      <DialogForm onSubmit={() => isReady && count()}>
        <TargetFields target={target} onChange={change} />
        {!isConfirming && (
          <>
            {preview.isError && (
              <ErrorState inline title="The traces could not be counted." error={preview.error} onRetry={count} />
            )}
            {preview.data?.traces === 0 && <p role="status">{nothingWords(preview.data.held)}</p>}
            {preview.isFetching && <p role="status">Counting the traces…</p>}
            <DialogButtons>
              <Button onClick={onClose}>Cancel</Button>
              <Button type="submit" look="primary" disabled={!isReady || preview.isFetching}>
                Count the traces
              </Button>
            </DialogButtons>
          </>
        )}
      </DialogForm>
      {isConfirming && (
        <ConfirmDeletion
          preview={preview.data}
          request={request}
          onConfirm={(confirmed) => request.mutate({ project, ...counted, confirmed })}
          onRecount={() => void preview.refetch().then(() => request.reset())}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

const nothingWords = (held: number): string =>
  held === 0 ? 'No trace matches.' : 'Every trace that matches is kept by a legal hold.';

/** A part of a filter that is no condition. Without it, more would be deleted than was meant. */
function problemOf({ kind, value }: DeletionTarget): string | undefined {
  if (kind !== 'filter') return undefined;
  const part = parseFilter(value).find(({ problem }) => problem !== undefined);
  return part && `“${part.source}” is no condition: ${part.problem}.`;
}

interface TargetFieldsProps {
  target: DeletionTarget;
  onChange: (changed: Partial<DeletionTarget>) => void;
}

function TargetFields({ target, onChange }: TargetFieldsProps) {
  const { kind, value, range } = target;
  return (
    <>
      <SelectField<DeletionKind>
        label="Delete the traces of"
        options={DELETION_KIND_WORDS}
        value={kind}
        onValue={(next) => onChange({ kind: next, range: ALL_TIME })}
      />
      <TextField
        label={VALUE_WORDS[kind]}
        value={value}
        onChange={(event) => onChange({ value: event.target.value })}
        maxLength={500}
        spellCheck={false}
        required
        autoFocus
        note={kind === 'filter' ? (problemOf(target) ?? FILTER_NOTE) : undefined}
      />
      {kind === 'filter' && (
        <SelectField label="Range" options={RANGES} value={range} onValue={(next) => onChange({ range: next })} />
      )}
    </>
  );
}

/** `counted`: what to count; undefined = it was changed since. */
function useDeletion(project: string, counted: DeletionTarget | undefined, onClose: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  // Never shown from a cache: it is the number that is typed.
  const preview = useQuery(
    trpc.deletions.preview.queryOptions(counted ? { project, ...counted } : skipToken, { gcTime: 0, staleTime: 0 }),
  );
  const request = useMutation(
    trpc.deletions.request.mutationOptions({
      onSuccess: async () => {
        onClose();
        toast('Deletion requested.', 'The table shows its progress.');
        await queryClient.invalidateQueries({ queryKey: trpc.deletions.pathKey() });
      },
    }),
  );
  return { preview, request };
}
