'use client';
// The dialog that adds tags to traces and removes them.
import { useState } from 'react';
import { plural } from '../../lib/figures/format.ts';
import { drawnText } from '../../lib/text/visible-text.ts';
import { toast } from '../../lib/toast.ts';
import { Button } from '../controls/Button.tsx';
import { Dialog } from '../controls/Dialog.tsx';
import { CheckField, TextField } from '../controls/Field.tsx';
import { Choices, DialogButtons, DialogForm } from '../settings/SettingsPage.tsx';
import { ErrorState } from '../states/ErrorState.tsx';
import { tagCounts, tagsIn } from './tag-text.ts';
import { useMarkTraces } from './use-mark-traces.ts';

interface EditTagsProps {
  project: string;
  /** At least one. */
  traces: readonly { id: string; tags: readonly string[] }[];
  onClose: () => void;
}

export function EditTags({ project, traces, onClose }: EditTagsProps) {
  const { mark, isPending, error } = useMarkTraces(project);
  const [text, setText] = useState('');
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const addTags = tagsIn(text);
  const removeTags = removed.filter((tag) => !addTags.includes(tag));
  const isChanged = addTags.length + removeTags.length > 0;
  const what = plural(traces.length, 'trace');
  const save = () => {
    mark({ traces: traces.map(({ id }) => id), addTags, removeTags }).then(
      () => {
        toast(`Tags of ${what} saved.`);
        onClose();
      },
      // The dialog shows the error.
      () => {},
    );
  };
  const toggle = (tag: string) =>
    setRemoved((before) => (before.includes(tag) ? before.filter((one) => one !== tag) : [...before, tag]));
  const current = tagCounts(traces);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Tags of ${what}`}
      description="What you change here stays when spans of the trace arrive again."
    >
      <DialogForm onSubmit={save}>
        <TextField
          label="Add tags"
          note="Separate several with commas."
          autoFocus
          maxLength={300}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {current.length > 0 && (
          <Choices legend="Keep">
            {current.map(({ tag, count }) => (
              <CheckField
                key={tag}
                label={`${drawnText(tag)}${traces.length > 1 ? `, ${count} of ${traces.length}` : ''}`}
                checked={!removed.includes(tag)}
                onChange={() => toggle(tag)}
              />
            ))}
          </Choices>
        )}
        {error && <ErrorState inline title="The tags could not be saved." error={error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!isChanged || isPending}>
            Save
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}
