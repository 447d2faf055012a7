// What the experiment is likely to cost, and what is sent where, before anything is sent.
import type { UseQueryResult } from '@tanstack/react-query';
import { ErrorState } from '../../../components/states/ErrorState.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { money, plural } from '../../../lib/figures/format.ts';
import type { RouterOutputs } from '../../../lib/requests/trpc.ts';
import type { Draft } from './new-experiment.ts';

type Estimate = RouterOutputs['experiments']['estimate'];

interface EstimateLineProps {
  draft: Draft;
  estimate: UseQueryResult<Estimate, unknown>;
}

export function EstimateLine({ draft, estimate: { data, isError, error } }: EstimateLineProps) {
  if (isError) return <ErrorState inline title="The cost could not be estimated." error={error} />;
  if (!data) return <p role="status">Estimating…</p>;
  const sender = draft.runsOn === 'server' ? 'This server sends' : 'Your worker sends';
  return (
    <div role="status">
      <p>
        About <strong>{money(data.cost)}</strong> for {plural(data.requests, 'request')} of {plural(data.steps, 'step')}
        {data.unknown > 0 && `, without ${plural(data.unknown, 'request')} of unknown cost`}. From the recorded tokens;
        it never spends more than the budget.
      </p>
      {data.steps > 0 && (
        <p>
          {sender} the recorded conversations of these steps, with all their texts, to{' '}
          <PlainText text={data.providers.join(', ')} />.
        </p>
      )}
    </div>
  );
}
