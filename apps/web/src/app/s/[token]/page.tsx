import type { Metadata } from 'next';
import { SharedTrace } from '../../../features/share/SharedTrace.tsx';
import { TracePage } from '../../../features/trace/index.ts';
import { SHARED_PROJECT } from '../../../lib/traces/share.ts';
import { requireShareLink } from '../../../server/share/share-page.ts';

export const metadata: Metadata = {
  title: 'Shared trace',
  robots: { index: false, follow: false, noarchive: true },
  referrer: 'no-referrer',
};

/** One trace for anyone with the link, without signing in. */
export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const { key, shows, expiresAt } = await requireShareLink(token);
  return (
    <SharedTrace token={token} shows={shows} expiresAt={expiresAt}>
      <TracePage project={SHARED_PROJECT} trace={key.traceId} />
    </SharedTrace>
  );
}
