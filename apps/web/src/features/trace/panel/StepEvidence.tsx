// What the checks found, and where arguments came from. The code loads after the page, and a share link has none of it.
import { Suspense } from 'react';
import { later } from '../../../lib/later.ts';
import type { Call } from '../../../lib/steps/joined-call.ts';
import { useSharedTrace } from '../../../lib/traces/shared-trace.ts';
import type { StepView } from './step-view.ts';

const StepFindings = later(async () => (await import('./evidence/StepFindings.tsx')).StepFindings);
const CallOrigins = later(async () => (await import('./evidence/CallOrigins.tsx')).CallOrigins);

type EvidenceView = Pick<StepView, 'address' | 'step' | 'labelOf' | 'onGoto'>;

/** Without `call`, the findings of the step; with it, the origins of its arguments. */
export function StepEvidence({ call, ...view }: EvidenceView & { call?: Call }) {
  if (useSharedTrace() || view.step.span?.kind !== 'generation') return null;
  return <Suspense>{call ? <CallOrigins call={call} {...view} /> : <StepFindings {...view} />}</Suspense>;
}
