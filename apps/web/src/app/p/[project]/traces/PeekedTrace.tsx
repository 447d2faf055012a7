'use client';
// The trace that the list's URL names in `peek`. The list feature does not depend on the trace feature, so the route
// combines them.
import { parseAsString, useQueryState } from 'nuqs';
import { Suspense } from 'react';
import { later } from '../../../../lib/later.ts';

const TracePeek = later(async () => (await import('../../../../features/trace/page/TracePeek.tsx')).TracePeek);

export function PeekedTrace({ project }: { project: string }) {
  const [trace] = useQueryState('peek', parseAsString);
  return <Suspense>{trace !== null && <TracePeek key={trace} project={project} trace={trace} />}</Suspense>;
}
