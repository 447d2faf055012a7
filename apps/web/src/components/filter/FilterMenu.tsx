'use client';
import { ListFilter } from 'lucide-react';
import { later } from '../../lib/later.ts';
import { Button } from '../Button.tsx';
import { WhenPressed } from '../WhenPressed.tsx';
import type { FilterMenuProps } from './FilterMenuWithPopup.tsx';

const FilterMenuWithPopup = later(async () => (await import('./FilterMenuWithPopup.tsx')).FilterMenuWithPopup);

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
