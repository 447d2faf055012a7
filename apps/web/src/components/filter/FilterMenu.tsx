'use client';
import { ListFilter } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { FilterField } from '../../lib/trace-filter.ts';
import { Button } from '../Button.tsx';
import type { FacetLoader } from './facets.ts';

// The popup and what it asks for come after the page; until then the button stands alone.
const FilterMenuWithPopup = lazy(async () => ({
  default: (await import('./FilterMenuWithPopup.tsx')).FilterMenuWithPopup,
}));

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
    <Suspense fallback={trigger}>
      <FilterMenuWithPopup {...props} trigger={trigger} />
    </Suspense>
  );
}
