'use client';
// Adds a score or a note, or changes one.
import { useId, useState } from 'react';
import { Button } from '../../../components/controls/Button.tsx';
import { SelectField, TextField } from '../../../components/controls/Field.tsx';
import { DialogButtons, DialogForm } from '../../../components/settings/SettingsPage.tsx';
import { contentOf, draftOf, type Score, type ScoreDraft, type ScoreKind, type ScorePlace } from './score-words.ts';
import type { Scores } from './use-scores.ts';
import styles from './scores.module.css';

interface ScoreFormProps {
  all: Scores;
  place: ScorePlace | undefined;
  /** undefined = a new one. */
  changed: Score | undefined;
  onDone: () => void;
}

const KINDS: readonly (readonly [ScoreKind, string])[] = [
  ['number', 'Number'],
  ['label', 'Category'],
  ['comment', 'Note'],
];

const TARGETS = [
  ['step', 'The step'],
  ['thought', 'Its thought'],
] as const;

export function ScoreForm({ all, place, changed, onDone }: ScoreFormProps) {
  const [draft, setDraft] = useState(() => draftOf(changed));
  const [target, setTarget] = useState<'step' | 'thought'>('step');
  const content = contentOf(draft, changed);
  const edit = (more: Partial<ScoreDraft>) => setDraft({ ...draft, ...more });
  const save = () => {
    if (!content) return;
    if (changed) all.change(changed, content);
    else all.add({ ...content, target: place ? target : 'trace', span: place?.spanIds[0] ?? null });
    onDone();
  };
  const isThumbs = changed !== undefined && changed.thumbs !== null;
  return (
    <DialogForm onSubmit={save}>
      {!changed && <SelectField label="Kind" options={KINDS} value={draft.kind} onValue={(kind) => edit({ kind })} />}
      {!changed && place?.hasThought && (
        <SelectField label="About" options={TARGETS} value={target} onValue={setTarget} />
      )}
      {draft.kind !== 'comment' && !isThumbs && <ValueFields draft={draft} edit={edit} />}
      <NoteField draft={draft} edit={edit} />
      <DialogButtons>
        {changed && <Button onClick={onDone}>Cancel</Button>}
        <Button type="submit" look="primary" disabled={!content}>
          {changed ? 'Save' : 'Add'}
        </Button>
      </DialogButtons>
    </DialogForm>
  );
}

interface FieldsProps {
  draft: ScoreDraft;
  edit: (more: Partial<ScoreDraft>) => void;
}

function ValueFields({ draft: { kind, name, value }, edit }: FieldsProps) {
  const isWrong = kind === 'number' && value.trim() !== '' && !Number.isFinite(Number(value));
  return (
    <div className={styles.fields}>
      <TextField
        label="Name"
        placeholder="quality"
        autoFocus
        maxLength={200}
        value={name}
        onChange={(event) => edit({ name: event.target.value })}
      />
      <TextField
        label={kind === 'number' ? 'Number' : 'Category'}
        placeholder={kind === 'number' ? '0.9' : 'good'}
        inputMode={kind === 'number' ? 'decimal' : 'text'}
        note={isWrong && 'This is not a number.'}
        maxLength={200}
        value={value}
        onChange={(event) => edit({ value: event.target.value })}
      />
    </div>
  );
}

function NoteField({ draft: { kind, comment }, edit }: FieldsProps) {
  const id = useId();
  return (
    <div className={styles.note}>
      <label htmlFor={id}>{kind === 'comment' ? 'Note' : 'Note (optional)'}</label>
      <textarea
        id={id}
        rows={3}
        maxLength={10_000}
        value={comment}
        onChange={(event) => edit({ comment: event.target.value })}
      />
    </div>
  );
}
