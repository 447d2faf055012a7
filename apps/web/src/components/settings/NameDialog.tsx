'use client';
// Asks for the name of something, new or not.
import { useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { Dialog } from '../controls/Dialog.tsx';
import { TextField } from '../controls/Field.tsx';
import { ErrorState } from '../states/ErrorState.tsx';
import { DialogButtons, DialogForm } from './SettingsPage.tsx';

interface NameDialogProps {
  title: string;
  description?: string;
  /** The name until now. */
  current?: string;
  maxLength: number;
  /** A hint below the name. */
  note?: string;
  /** The label of the button. */
  action: string;
  saving: { isPending: boolean; isError: boolean; error: unknown };
  /** The title of an error: "The key was not renamed." */
  failure: string;
  onSave: (name: string) => void;
  onClose: () => void;
}

export function NameDialog({ title, description, current = '', saving, onSave, onClose, ...words }: NameDialogProps) {
  const [name, setName] = useState(current);
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      <DialogForm onSubmit={() => onSave(name.trim())}>
        <TextField
          label="Name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={words.maxLength}
          required
          autoFocus
          note={words.note}
        />
        {saving.isError && <ErrorState inline title={words.failure} error={saving.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={name.trim() === '' || saving.isPending}>
            {words.action}
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}
