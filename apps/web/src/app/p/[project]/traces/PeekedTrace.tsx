'use client';
// The trace that the address of the list names with `peek`. A list knows nothing of what is inside a trace, so the route puts the two together.
import dynamic from 'next/dynamic';
import { parseAsString, useQueryState } from 'nuqs';

const TracePeek = dynamic(async () => (await import('../../../../features/trace/TracePeek.tsx')).TracePeek, {
  ssr: false,
});

export function PeekedTrace({ project }: { project: string }) {
  const [trace] = useQueryState('peek', parseAsString);
  return trace === null ? null : <TracePeek key={trace} project={project} trace={trace} />;
}
