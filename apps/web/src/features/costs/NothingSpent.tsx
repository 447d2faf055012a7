// The empty state, for a range without matching model calls: the outline of the chart, and what to do.
import { Link } from '../../components/controls/Link.tsx';
import { EmptyState } from '../../components/states/EmptyState.tsx';
import { FilterWithoutMatch } from '../../components/states/FilterWithoutMatch.tsx';
import { Outline } from './days/Outline.tsx';

interface NothingSpentProps {
  q: string;
  onFilter: (q: string | null) => void;
}

export function NothingSpent({ q, onFilter }: NothingSpentProps) {
  if (q) return <FilterWithoutMatch title="No model call matches" q={q} onFilter={onFilter} />;
  return (
    <>
      <Outline>No priced calls yet</Outline>
      <EmptyState title="No model calls in this range">
        <p>
          Choose a longer range, or <Link href="/welcome">connect an agent</Link>: its cost, its thinking and how much
          of that is hidden show up here with the first call.
        </p>
      </EmptyState>
    </>
  );
}
