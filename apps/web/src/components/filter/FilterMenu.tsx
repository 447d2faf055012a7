'use client';
import { ListFilter } from 'lucide-react';
import { lazy } from 'react';
import type { FilterField } from '../../lib/trace-filter.ts';
import { Button } from '../Button.tsx';
import { WhenPressed } from '../WhenPressed.tsx';
import type { FacetLoader } from './facets.ts';

const load = async () => ({ default: (await import('./FilterMenuWithPopup.tsx')).FilterMenuWithPopup });
const FilterMenuWithPopup = lazy(load);

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
    <WhenPressed trigger={trigger} popup="menu" load={load}>
      {() => <FilterMenuWithPopup {...props} trigger={trigger} />}
    </WhenPressed>
  );
}
