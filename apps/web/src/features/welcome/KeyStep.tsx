'use client';
// A key is shown only in the response that creates it, so this step creates a key instead of showing an old one.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '../../components/controls/Link.tsx';
import { Button } from '../../components/controls/Button.tsx';
import { CopyLine } from '../../components/controls/CopyLine.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { plural } from '../../lib/figures/format.ts';
import { useMayChange } from '../../lib/account/rights.ts';
import { pagePath } from '../../lib/address/pages.ts';
import { LOOK_ONLY } from '../../lib/account/roles.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { environmentLines, type SnippetInput } from './snippets.ts';
import styles from './welcome.module.css';

interface KeyStepProps {
  project: string;
  input: SnippetInput;
  made: boolean;
  /** Number of existing keys; undefined while it loads. */
  keys: number | undefined;
  onMade: (key: string) => void;
}

export function KeyStep({ project, input, made, keys, onMade }: KeyStepProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const mayChange = useMayChange();
  const create = useMutation(
    trpc.keys.create.mutationOptions({
      onSuccess: ({ key }) => {
        onMade(key);
        return queryClient.invalidateQueries(trpc.keys.list.queryFilter());
      },
    }),
  );
  return (
    <>
      <CopyLine name="the environment" text={environmentLines(input)} />
      {made ? (
        <p className={styles.note}>The key is shown only once. Keep it where your application reads its environment.</p>
      ) : (
        <div className={styles.row}>
          {mayChange ? (
            <Button
              look="primary"
              disabled={create.isPending}
              onClick={() => create.mutate({ project, name: 'welcome', scopes: ['ingest'] })}
            >
              Create a key
            </Button>
          ) : (
            <p className={styles.note}>{LOOK_ONLY}</p>
          )}
          {keys !== undefined && keys > 0 && (
            <p className={styles.note}>
              There {keys === 1 ? 'is' : 'are'} <Link href={pagePath(project, 'settings')}>{plural(keys, 'key')}</Link>{' '}
              already; one that was printed or stored works as well.
            </p>
          )}
        </div>
      )}
      {create.isError && <ErrorState inline title="The key was not created." error={create.error} />}
    </>
  );
}
