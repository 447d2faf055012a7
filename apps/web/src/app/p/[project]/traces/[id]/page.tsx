import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { preload } from 'react-dom';
import superjson from 'superjson';
import { ShareButton } from '../../../../../features/share/index.ts';
import { isAtTop, TracePage } from '../../../../../features/trace/index.ts';
import { isTraceId } from '../../../../../lib/address/trace-id.ts';
import { tracePath } from '../../../../../lib/address/pages.ts';
import { drawnText } from '../../../../../lib/text/visible-text.ts';
import { tabTitle } from '../../../../../lib/traces/trace-title.ts';
import { prefetch, Prefetched, prefetchSoon, prepare } from '../../../../../server/trpc/prefetch.tsx';

interface PageProps {
  params: Promise<{ project: string; id: string }>;
  searchParams: Promise<Record<string, unknown>>;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { project, id } = await params;
  if (!isTraceId(id)) return { title: 'Trace' };
  const summary = await prefetch((trpc) => trpc.trace.summary.queryOptions({ project, trace: id }));
  return { title: summary ? drawnText(tabTitle(summary)) : 'Trace' };
}

export default async function Page({ params, searchParams }: PageProps) {
  const { project, id } = await params;
  if (!isTraceId(id)) notFound();
  const address = { project, trace: id };
  const [opening, summary] = await Promise.all([
    prefetchSoon((trpc) => trpc.trace.opening.queryOptions(address)),
    prefetch((trpc) => trpc.trace.summary.queryOptions(address)),
  ]);
  if (summary && summary.id !== id) redirect(`${tracePath(project, summary.id)}${searchOf(await searchParams)}`);
  // When the first rows are not enough, the one large request starts with the page, not after its code has loaded; the
  // URL equals the client's.
  const input = encodeURIComponent(superjson.stringify(address));
  if (!opening || (opening.capped && !isAtTop(await searchParams)))
    preload(`/api/trpc/trace.skeleton?input=${input}`, { as: 'fetch', crossOrigin: 'anonymous' });
  else if (opening.capped) await prepare((api) => api.trace.skeleton(address));
  return (
    <Prefetched>
      <TracePage {...address} action={<ShareButton {...address} />} />
    </Prefetched>
  );
}

function searchOf(parameters: Record<string, unknown>): string {
  const search = new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, String(one)]),
    ),
  );
  return search.size === 0 ? '' : `?${search}`;
}
