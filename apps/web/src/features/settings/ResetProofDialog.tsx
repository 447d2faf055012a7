'use client';
// Removes the second factor or the passkeys of a member who has lost them.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../components/settings/ConfirmDialog.tsx';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { toast } from '../../lib/toast.ts';
import type { Member } from './member-row.ts';

export type LostProof = 'second factor' | 'passkeys';

const WORDS = {
  'second factor': {
    effect: 'They sign in without a code from then on, and their sessions end.',
    failed: 'The second factor was not removed.',
    done: ['Second factor removed.', 'signs in without a code now.'],
  },
  passkeys: {
    effect: 'They sign in another way from then on, and their sessions end.',
    failed: 'The passkeys were not removed.',
    done: ['Passkeys removed.', 'signs in another way now.'],
  },
} as const;

interface ResetProofDialogProps {
  project: string;
  member: Member;
  proof: LostProof;
  onClose: () => void;
}

export function ResetProofDialog({ project, member: { id, email }, proof, onClose }: ResetProofDialogProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { effect, failed, done } = WORDS[proof];
  const options = {
    onSuccess: () => {
      toast(done[0], `${email} ${done[1]}`);
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries(trpc.members.list.queryFilter()),
  };
  const resetFactor = useMutation(trpc.members.resetSecondFactor.mutationOptions(options));
  const removePasskeys = useMutation(trpc.members.removePasskeys.mutationOptions(options));
  const reset = proof === 'passkeys' ? removePasskeys : resetFactor;
  return (
    <ConfirmDialog
      title={`Remove the ${proof} of ${email}?`}
      description={`Make sure that it is really this member who asks. ${effect}`}
      action={`Remove ${proof}`}
      failed={failed}
      mutation={reset}
      onConfirm={() => reset.mutate({ project, user: id })}
      onClose={onClose}
    />
  );
}
