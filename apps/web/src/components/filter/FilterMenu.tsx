'use client';
import { ListFilter } from 'lucide-react';
import { later } from '../../lib/later.ts';
import type { FilterField } from '../../lib/trace-filter.ts';
import { Button } from '../Button.tsx';
import { WhenPressed } from '../WhenPressed.tsx';
import type { FacetLoader } from './facets.ts';

const FilterMenuWithPopup = later(async () => (await import('./FilterMenuWithPopup.tsx')).FilterMenuWithPopup);

export interface FilterMenuProps {
  text: string;
  fields: readonly FilterField[] | undefined;
  facets: FacetLoader | undefined;
  /** A whole new filter. */
  onText: (text: string) => void;
  /** The beginning of a part, to be typed on. */
  onStart: (piece: string) => void;
}

/** Fields and their values with counts; choosing one writes it into the filter. */
export function FilterMenu(props: FilterMenuProps) {
  const trigger = (
    <Button>
      <ListFilter size={14} aria-hidden /> Filter
    </Button>
  );
  return (
    <WhenPressed trigger={trigger} popup="menu" load={FilterMenuWithPopup.load}>
      {() => <FilterMenuWithPopup {...props} trigger={trigger} />}
    </WhenPressed>
  );
}
