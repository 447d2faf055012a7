import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { TracePage } from '../../../../../features/trace/index.ts';
import { prefetch, Prefetched } from '../../../../../server/prefetch.tsx';

interface PageProps {
  params: Promise<{ project: string; id: string }>;
}

export const metadata: Metadata = { title: 'Trace' };

export default async function Page({ params }: PageProps) {
  const { project, id } = await params;
  if (!/^[\da-f]{32}$/.test(id)) notFound();
  const address = { project, trace: id };
  await prefetch((trpc) => trpc.trace.summary.queryOptions(address));
  return (
    <Prefetched>
      <TracePage {...address} />
    </Prefetched>
  );
}
