'use client';
// Opens the trace of a row with its step selected. Only the whole trace determines step numbers, so its skeleton is
// loaded first.
import { useCallback } from 'react';
import { useRouter } from '../../lib/address/address-state.ts';
import { decodeSkeleton } from '../../lib/skeleton/skeleton.ts';
import { namesOf } from '../../lib/skeleton/span-names.ts';
import { buildSteps } from '../../lib/steps/build-steps.ts';
import { useTRPCClient } from '../../lib/requests/trpc.ts';
import { tracePath } from '../../lib/address/pages.ts';
import type { TailRow } from './tail-rows.ts';

export function useOpenStep(project: string): (row: TailRow) => Promise<void> {
  const client = useTRPCClient();
  const router = useRouter();
  return useCallback(
    async (row) => {
      const { trace, step } = row.kind === 'group' ? row.newest : row.step;
      const skeleton = await client.trace.skeleton.query({ project, trace }).catch(() => undefined);
      const steps = skeleton ? buildSteps(decodeSkeleton(skeleton.rows)).steps : [];
      const names = namesOf(step.key);
      const number = steps.find((one) => names.includes(one.key))?.number;
      router.push(`${tracePath(project, trace)}${number === undefined ? '' : `?step=${number}`}`);
    },
    [client, router, project],
  );
}
