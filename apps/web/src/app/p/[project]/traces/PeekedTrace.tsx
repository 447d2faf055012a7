'use client';
// The trace that the address of the list names with `peek`. A list knows nothing of what is inside a trace, so the route puts the two together.
import { parseAsString, useQueryState } from 'nuqs';
import { Suspense } from 'react';
import { later } from '../../../../lib/later.ts';

const TracePeek = later(async () => (await import('../../../../features/trace/TracePeek.tsx')).TracePeek);

export function PeekedTrace({ project }: { project: string }) {
  const [trace] = useQueryState('peek', parseAsString);
  return <Suspense>{trace !== null && <TracePeek key={trace} project={project} trace={trace} />}</Suspense>;
}
