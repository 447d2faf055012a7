'use client';
// A text that may be JSON: the code of the tree loads after the page; until then, and for anything else, it is shown as
// text.
import { Suspense, type ComponentProps } from 'react';
import { later } from '../../../lib/later.ts';

const JsonView = later(async () => (await import('./JsonView.tsx')).JsonView);

/** In characters; a longer text is shown only as text, in pieces. */
const MAX_JSON = 2_000_000;

/** `total`: length of the whole text in characters. */
export function JsonOrText({ total, ...view }: ComponentProps<typeof JsonView> & { total: number }) {
  if (total > MAX_JSON || !/^\s*[[{]/.test(view.text)) return view.children;
  return (
    <Suspense fallback={view.children}>
      <JsonView {...view} />
    </Suspense>
  );
}
