'use client';
// A dry run: nothing of the text is stored.
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { useTRPC } from '../../lib/trpc.ts';
import styles from './CaptureScreen.module.css';
import { rulesOf, type Draft } from './rules.ts';

export function TryBox({ project, draft }: { project: string; draft: Draft }) {
  const id = useId();
  const [text, setText] = useState('');
  const preview = useMutation(useTRPC().capture.preview.mutationOptions());
  const run = () => preview.mutate({ project, rules: rulesOf(draft), text });
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
      <div>
        <Button onClick={run} disabled={text === '' || preview.isPending}>
          Show what would be stored
        </Button>
      </div>
      <div role="status">
        {preview.data?.text != null && (
          <>
            <p className={styles.note}>
              {preview.data.text === preview.variables?.text ? 'Nothing is masked in it.' : 'It would become:'}
            </p>
            <pre className={styles.outcome}>{preview.data.text}</pre>
          </>
        )}
      </div>
      {preview.data?.problem != null && (
        <ErrorState inline title="These rules cannot be saved." error={new Error(preview.data.problem)} />
      )}
      {preview.isError && (
        <ErrorState inline title="The rules could not be tried." error={preview.error} onRetry={run} />
      )}
    </section>
  );
}
