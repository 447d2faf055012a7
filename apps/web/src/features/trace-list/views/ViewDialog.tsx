'use client';
// Asks for the name of a view, or confirms its deletion.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { Button } from '../../../components/controls/Button.tsx';
import { Dialog } from '../../../components/controls/Dialog.tsx';
import { ErrorState } from '../../../components/states/ErrorState.tsx';
import { TextField } from '../../../components/controls/Field.tsx';
import { drawnText } from '../../../lib/text/visible-text.ts';
import { toast } from '../../../lib/toast.ts';
import { useTRPC } from '../../../lib/requests/trpc.ts';
import type { ListView, ViewParams } from './list-views.ts';
import styles from './views.module.css';

export type ViewQuestion = { ask: 'save' } | { ask: 'rename' | 'delete'; view: ListView };

interface ViewDialogProps {
  project: string;
  question: ViewQuestion;
  /** The settings that a new view stores. */
  params: ViewParams;
  onClose: () => void;
  onShow: (id: string | null) => void;
}

const WORDS = {
  save: { title: 'Save as a view', button: 'Save', done: 'View saved' },
  rename: { title: 'Rename the view', button: 'Rename', done: 'View renamed' },
  delete: { title: 'Delete the view', button: 'Delete', done: 'View deleted' },
};

export function ViewDialog({ project, question, params, onClose, onShow }: ViewDialogProps) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const [name, setName] = useState(question.ask === 'rename' ? question.view.name : '');
  const words = WORDS[question.ask];
  const create = useMutation(trpc.views.create.mutationOptions());
  const change = useMutation(trpc.views.change.mutationOptions());
  const remove = useMutation(trpc.views.remove.mutationOptions());
  const error = create.error ?? change.error ?? remove.error;
  const run = async () => {
    if (question.ask === 'save') return (await create.mutateAsync({ project, name, params })).id;
    if (question.ask === 'rename') await change.mutateAsync({ project, id: question.view.id, name });
    else await remove.mutateAsync({ project, id: question.view.id });
    return undefined;
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    run().then(
      async (created) => {
        await client.invalidateQueries(trpc.views.list.queryFilter({ project }));
        if (created) onShow(created);
        if (question.ask === 'delete') onShow(null);
        toast(words.done);
        onClose();
      },
      // The dialog shows the error below.
      () => {},
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={words.title}
      description={
        question.ask === 'delete'
          ? `“${drawnText(question.view.name)}” is deleted for all members of this project. No trace is deleted.`
          : 'All members of this project can use it under this name.'
      }
    >
      <form onSubmit={submit}>
        {question.ask !== 'delete' && (
          <TextField
            label="Name"
            value={name}
            maxLength={60}
            required
            autoFocus
            onChange={(event) => setName(event.target.value)}
          />
        )}
        {error && <ErrorState inline title="The view was not changed." error={error} />}
        <div className={styles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look={question.ask === 'delete' ? 'danger' : 'primary'}
            disabled={question.ask !== 'delete' && !name.trim()}
          >
            {words.button}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
