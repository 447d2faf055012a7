'use client';
// Where a text may be JSON: its tree is fetched after the page, and until then, and for all else, it is the text that it is.
import { Suspense, type ComponentProps } from 'react';
import { later } from '../../../lib/later.ts';

const JsonView = later(async () => (await import('./JsonView.tsx')).JsonView);

/** In characters; what is longer is only shown as text, a piece at a time. */
const MOST_JSON = 2_000_000;

/** `total`: characters of the whole text. */
export function JsonOrText({ total, ...view }: ComponentProps<typeof JsonView> & { total: number }) {
  if (total > MOST_JSON || !/^\s*[[{]/.test(view.text)) return view.children;
  return (
    <Suspense fallback={view.children}>
      <JsonView {...view} />
    </Suspense>
  );
}
