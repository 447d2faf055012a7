'use client';
// A sample trace for users without an agent: loaded with a button, or with a command that shows how spans are sent.
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../components/controls/Button.tsx';
import { CopyButton } from '../../components/controls/CopyButton.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { useMayChange } from '../../lib/account/rights.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { curlLines, KEY_PLACEHOLDER, type SnippetInput } from './snippets.ts';
import styles from './welcome.module.css';

export function LoadSample({ project, input }: { project: string; input: SnippetInput }) {
  const mayChange = useMayChange();
  const load = useMutation(useTRPC().onboarding.loadSample.mutationOptions());
  return (
    <>
      <div className={styles.row}>
        {mayChange && (
          <Button disabled={load.isPending || load.isSuccess} onClick={() => load.mutate({ project })}>
            Load a sample trace
          </Button>
        )}
        {input.apiKey !== KEY_PLACEHOLDER && (
          <CopyButton text={curlLines(input)} label="Copy a command that sends one" />
        )}
        <span role="status" className={styles.note}>
          {load.isSuccess && 'It is here in a few seconds.'}
        </span>
      </div>
      {load.isError && <ErrorState inline title="The sample trace was not loaded." error={load.error} />}
    </>
  );
}
