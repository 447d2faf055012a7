'use client';
// A dry run: the text is not stored.
import { heldTexts } from '@subtext/reasoning';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Choice } from '../../components/controls/Choice.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { PlainText } from '../../components/text/PlainText.tsx';
import { useTRPC } from '../../lib/requests/trpc.ts';
import styles from './CaptureScreen.module.css';
import { hasLimits, KINDS, rulesOf, type Draft, type Kind } from './rules.ts';

export function TryBox({ project, draft }: { project: string; draft: Draft }) {
  const id = useId();
  const [text, setText] = useState('');
  const [kind, setKind] = useState<Kind>('text');
  const preview = useMutation(useTRPC().capture.preview.mutationOptions());
  const run = () => preview.mutate({ project, rules: rulesOf(draft), kind, text });
  return (
    <section className={styles.section} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>Try it</h2>
      <div className={styles.field}>
        <label htmlFor={id} className={styles.legend}>
          A text or JSON
        </label>
        <textarea
          id={id}
          className={styles.area}
          rows={5}
          maxLength={20_000}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <div className={styles.try}>
        <Choice
          label="Kind of text"
          value={kind}
          options={KINDS.map((one) => ({ value: one.kind, label: one.label }))}
          onChoose={setKind}
        />
        <Button onClick={run} disabled={text === '' || !hasLimits(draft) || preview.isPending}>
          Show what would be stored
        </Button>
      </div>
      <div role="status">
        {preview.data?.problem === null && <Outcome given={preview.variables?.text ?? ''} kept={preview.data.text} />}
      </div>
      {preview.data?.problem != null && (
        <ErrorState inline title="These rules cannot be saved." error={new Error(preview.data.problem)} />
      )}
      {preview.isError && (
        <ErrorState inline title="The rules could not be tested." error={preview.error} onRetry={run} />
      )}
    </section>
  );
}

function Outcome({ given, kept }: { given: string; kept: string | null }) {
  if (kept === null) return <p className={styles.note}>Nothing would be stored.</p>;
  const isHashed = heldTexts(kept)?.some(({ digest }) => digest !== undefined);
  return (
    <>
      <p className={styles.note}>
        {kept === given
          ? 'It would be stored unchanged.'
          : isHashed
            ? 'It would be stored as shown. The digest is for this test only: the project’s key gives another one.'
            : 'It would be stored as:'}
      </p>
      <pre className={styles.outcome}>
        <PlainText text={kept} />
      </pre>
    </>
  );
}
