'use client';
// The first rows of a long list, and a button that shows the others.
import { useState, type ReactNode } from 'react';
import { Button } from '../../../components/controls/Button.tsx';
import { exactCount } from '../../../lib/figures/format.ts';

const FIRST_ROWS = 12;

interface RowsProps<Row> {
  rows: readonly Row[];
  /** How many are visible at first. */
  first?: number;
  /** Renders the visible rows. */
  children: (shown: readonly Row[]) => ReactNode;
}

export function Rows<Row>({ rows, first = FIRST_ROWS, children }: RowsProps<Row>) {
  const [all, setAll] = useState(false);
  const hidden = rows.length - first;
  return (
    <>
      {children(all ? rows : rows.slice(0, first))}
      {hidden > 0 && (
        <div>
          <Button look="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `Show ${exactCount(hidden)} more`}
          </Button>
        </div>
      )}
    </>
  );
}
