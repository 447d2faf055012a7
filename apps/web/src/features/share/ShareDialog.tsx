'use client';
// Makes a link to one trace, shows it the one time it can be shown, and lists the links there are.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { CopyLine } from '../../components/controls/CopyLine.tsx';
import { Dialog } from '../../components/controls/Dialog.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { CheckField } from '../../components/controls/Field.tsx';
import { Choices, DialogButtons, DialogForm } from '../../components/settings/SettingsPage.tsx';
import { useMayChange } from '../../lib/account/rights.ts';
import { LOOK_ONLY } from '../../lib/account/roles.ts';
import { EXPIRIES, SHARED_KINDS, type SharedKind, type Shows } from '../../lib/traces/share.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { ShareLinks } from './ShareLinks.tsx';
import styles from './share.module.css';

interface ShareDialogProps {
  project: string;
  trace: string;
  onClose: () => void;
}

/** Arguments and results hold the data of third parties, so they are shared only by choice. */
const AT_FIRST: Shows = { thoughts: true, said: true, arguments: false, results: false };

export function ShareDialog({ project, trace, onClose }: ShareDialogProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const mayChange = useMayChange();
  const create = useMutation(
    trpc.shareLinks.create.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.shareLinks.list.queryFilter()),
    }),
  );
  return (
    <Dialog
      open
      // With a link on the screen Esc does not close it: the link could never be seen again.
      {...(create.data ? {} : { onOpenChange: onClose })}
      title="Share this trace"
      description="Anyone with the link can read this trace without signing in, and nothing else of the project."
      wide
    >
      {create.data ? (
        <MadeLink token={create.data.token} onDone={create.reset} />
      ) : !mayChange ? (
        <p className={styles.quiet}>{LOOK_ONLY}</p>
      ) : (
        <NewLink
          pending={create.isPending}
          error={create.error}
          onMake={(shows, expiresInDays) => create.mutate({ project, trace, shows, expiresInDays })}
          onClose={onClose}
        />
      )}
      <ShareLinks project={project} trace={trace} />
    </Dialog>
  );
}

type Days = (typeof EXPIRIES)[number]['days'];

interface NewLinkProps {
  pending: boolean;
  error: unknown;
  onMake: (shows: Shows, expiresInDays: Days) => void;
  onClose: () => void;
}

function NewLink({ pending, error, onMake, onClose }: NewLinkProps) {
  const [shows, setShows] = useState(AT_FIRST);
  const [days, setDays] = useState<Days>(7);
  const toggle = (kind: SharedKind) => setShows({ ...shows, [kind]: !shows[kind] });
  return (
    <DialogForm onSubmit={() => onMake(shows, days)}>
      <Choices legend="The link shows">
        {SHARED_KINDS.map(({ kind, label }) => (
          <CheckField key={kind} label={label} checked={shows[kind]} onChange={() => toggle(kind)} />
        ))}
      </Choices>
      <p className={styles.quiet}>
        Always shown: names of tools, models and agents, order and times, tokens and costs. The trace name is shown with
        the messages. Never shown: raw spans, the context of the model, downloads.
      </p>
      <Choices legend="Expires after">
        <div className={styles.expiries}>
          {EXPIRIES.map((expiry) => (
            <label key={expiry.label} className={styles.expiry}>
              <input type="radio" name="expiry" checked={days === expiry.days} onChange={() => setDays(expiry.days)} />
              {expiry.label}
            </label>
          ))}
        </div>
      </Choices>
      {error !== null && <ErrorState inline title="The link was not created." error={error} />}
      <DialogButtons>
        <Button onClick={onClose}>Close</Button>
        <Button type="submit" look="primary" disabled={pending}>
          Create link
        </Button>
      </DialogButtons>
    </DialogForm>
  );
}

function MadeLink({ token, onDone }: { token: string; onDone: () => void }) {
  return (
    <DialogForm>
      <CopyLine name="the link" text={`${location.origin}/s/${token}`} />
      <p className={styles.quiet}>It is shown this once; only a hash of it is kept.</p>
      <DialogButtons>
        <Button look="primary" onClick={onDone}>
          I copied it
        </Button>
      </DialogButtons>
    </DialogForm>
  );
}
