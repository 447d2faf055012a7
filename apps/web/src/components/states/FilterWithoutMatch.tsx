// A filter without matches, where it is not known what its parts alone would find (else NoMatch).
import { Button } from '../controls/Button.tsx';
import { EmptyState } from './EmptyState.tsx';

interface FilterWithoutMatchProps {
  /** "No run matches". */
  title: string;
  q: string;
  onFilter: (q: null) => void;
}

export const FilterWithoutMatch = ({ title, q, onFilter }: FilterWithoutMatchProps) => (
  <EmptyState title={title}>
    <p>
      Nothing in this range matches <code>{q}</code>.
    </p>
    <Button onClick={() => onFilter(null)}>Remove the filter</Button>
  </EmptyState>
);
