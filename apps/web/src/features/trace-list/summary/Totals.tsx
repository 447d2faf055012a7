// The sums over the matching traces.
import { SpentLine } from '../../../components/figures/SpentLine.tsx';
import { exactCount } from '../../../lib/figures/format.ts';
import type { RouterOutputs } from '../../../lib/requests/trpc.ts';

export function Totals({ totals }: { totals: RouterOutputs['traces']['totals'] }) {
  const { traces, capped, looked, wordsCut } = totals;
  const bounds = (
    <>
      {looked !== null && (
        <span title="Older ones are not counted: narrow the range to count them">
          {' '}
          of the newest {exactCount(looked)}
        </span>
      )}
      {wordsCut && <span title="Narrow the range to look further back"> · text searched in the newest only</span>}
    </>
  );
  if (traces === 0) return <p>0 traces{bounds}</p>;
  return (
    <SpentLine spent={totals} inFull>
      <span>
        <strong>
          {capped ? `${exactCount(traces)}+` : exactCount(traces)} {traces === 1 ? 'trace' : 'traces'}
        </strong>
        {bounds}
        {capped && looked === null && (
          <span title="The sums are over the newest of them"> (sums: the newest {exactCount(traces)})</span>
        )}
      </span>
    </SpentLine>
  );
}
