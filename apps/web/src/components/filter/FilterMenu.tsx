'use client';
import { ListFilter } from 'lucide-react';
import { later } from '../../lib/later.ts';
import { Button } from '../Button.tsx';
import { WhenPressed } from '../WhenPressed.tsx';
import type { FilterMenuProps } from './FilterMenuWithPopup.tsx';

const FilterMenuWithPopup = later(async () => (await import('./FilterMenuWithPopup.tsx')).FilterMenuWithPopup);

/** A menu of fields and their values with counts; selecting one adds it to the filter. */
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
