'use client';
// Removes a member. A member may still have a copy of the keys they created, so the dialog asks what happens to those.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useRouter } from '../../lib/address/address-state.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Dialog } from '../../components/controls/Dialog.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { DialogButtons, DialogForm } from '../../components/settings/SettingsPage.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { plural } from '../../lib/figures/format.ts';
import { toast } from '../../lib/toast.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { KeyDecisionField, type KeyDecision } from './KeyDecisionField.tsx';
import { heldBy } from './key-row.ts';
import type { Member } from './member-row.ts';

interface RemoveMemberDialogProps {
  project: string;
  member: Member;
  /** The project's members; an owner among them can receive the keys. */
  members: readonly Member[];
  onClose: () => void;
}

export function RemoveMemberDialog({ project, member, members, onClose }: RemoveMemberDialogProps) {
  const { id, email, isMe } = member;
  const keys = useQuery({ ...useTRPC().keys.list.queryOptions({ project }), staleTime: 0 });
  const held = keys.data?.filter((key) => heldBy(key)?.id === id);
  const [decision, setDecision] = useState<KeyDecision>();
  const remove = useRemoval({ member, keys: held?.length ?? 0, decision, onClose });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={isMe ? 'Leave this project?' : `Remove ${email}?`}
      description={`${isMe ? 'You lose' : 'They lose'} access to this project, and ${isMe ? 'your' : 'their'} share links stop working. Saved views stay.`}
    >
      <DialogForm onSubmit={() => remove.mutate({ project, user: id, keys: held?.length ? decision : undefined })}>
        {keys.isError ? (
          <ErrorState
            inline
            title="The API keys could not be loaded."
            error={keys.error}
            onRetry={() => void keys.refetch()}
          />
        ) : (
          <Loading pending={!held} skeleton={<Skeleton height="6rem" />}>
            {() =>
              held &&
              held.length > 0 && (
                <KeyDecisionField
                  {...{ member, keys: held, decision }}
                  owners={members.filter((each) => each.role === 'owner' && each.id !== id)}
                  onDecide={setDecision}
                />
              )
            }
          </Loading>
        )}
        {remove.isError && <ErrorState inline title="The member was not removed." error={remove.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" disabled={!held || (held.length > 0 && !decision) || remove.isPending}>
            {isMe ? 'Leave' : 'Remove'}
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}

interface Removal {
  member: Member;
  keys: number;
  decision: KeyDecision | undefined;
  onClose: () => void;
}

function useRemoval({ member: { email, isMe }, keys, decision, onClose }: Removal) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation(
    trpc.members.remove.mutationOptions({
      onSuccess: async () => {
        if (isMe) return router.replace('/');
        await Promise.all([
          queryClient.invalidateQueries(trpc.members.list.queryFilter()),
          queryClient.invalidateQueries(trpc.keys.list.queryFilter()),
        ]);
        toast('Member removed.', `${email} no longer has access to this project.${outcomeOf(keys, decision)}`);
        onClose();
      },
      // A key that was created in the meantime also needs a decision.
      onError: () => queryClient.invalidateQueries(trpc.keys.list.queryFilter()),
    }),
  );
}

function outcomeOf(keys: number, decision: KeyDecision | undefined): string {
  if (keys === 0 || !decision) return '';
  const what = plural(keys, 'key');
  return decision.action === 'revoke' ? ` ${what} revoked.` : ` ${what} transferred.`;
}
