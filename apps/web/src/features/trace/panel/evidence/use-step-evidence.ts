// The findings and origins of one step, asked once for the whole panel.
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../../lib/requests/trpc.ts';
import type { Step } from '../../../../lib/steps/step-tree.ts';
import type { TraceAddress } from '../../navigation/trace-address.ts';

const MAX_CALLS = 50;
/** A trace is checked a few seconds after its last span. */
const DUE_EVERY_MS = 5_000;

export function useStepEvidence(address: TraceAddress, step: Step) {
  const trpc = useTRPC();
  const spanId = step.span?.id;
  const calls = step.calls
    .slice(0, MAX_CALLS)
    .flatMap(({ request }) => (request ? [{ spanId: request.spanId, index: request.index }] : []));
  return useQuery({
    ...trpc.trace.evidence.queryOptions({ ...address, spanId: spanId ?? '', calls }),
    enabled: spanId !== undefined,
    refetchInterval: ({ state }) => (state.data?.state === 'due' ? DUE_EVERY_MS : false),
  });
}
