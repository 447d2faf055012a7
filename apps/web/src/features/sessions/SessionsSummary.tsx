// Sums of the matching sessions, and how many new ones wait.
import { ListSummary, type SumsFailure } from '../../components/list/ListSummary.tsx';
import { SpentLine } from '../../components/figures/SpentLine.tsx';
import { exactCount, plural } from '../../lib/figures/format.ts';
import type { RouterOutputs } from '../../lib/requests/trpc.ts';

type Totals = RouterOutputs['sessions']['totals'];

interface SessionsSummaryProps {
  totals: Totals | undefined;
  failure: SumsFailure | undefined;
  /** With a filter the sums cover the matching turns, not whole sessions. */
  filtered: boolean;
  waiting: number;
  onShowNewest: () => void;
}

export function SessionsSummary({ totals, failure, filtered, waiting, onShowNewest }: SessionsSummaryProps) {
  return (
    <ListSummary
      sums={totals && <Sums totals={totals} filtered={filtered} />}
      failure={failure}
      waiting={waiting}
      onShowNewest={onShowNewest}
    />
  );
}

function Sums({ totals, filtered }: { totals: Totals; filtered: boolean }) {
  const { sessions, capped, wordsCut, sums } = totals;
  const cut = wordsCut && <span title="Narrow the range to look further back">text searched in the newest only</span>;
  if (sessions === 0) return <p>0 sessions{cut && <> · {cut}</>}</p>;
  return (
    <SpentLine spent={sums} inFull>
      <strong>
        {exactCount(sessions)}
        {capped && '+'} {sessions === 1 ? 'session' : 'sessions'}
      </strong>
      <span title={filtered ? 'Turns that match the filter; the rows below are whole sessions' : undefined}>
        {plural(sums.turns, 'turn')}
        {filtered && ' that match'}
        {capped && ', the newest'}
      </span>
      {cut}
    </SpentLine>
  );
}
