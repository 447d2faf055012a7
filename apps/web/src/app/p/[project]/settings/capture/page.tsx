import type { Metadata } from 'next';
import { CaptureScreen } from '../../../../../features/capture/CaptureScreen.tsx';
import { requireProject } from '../../../../../server/access/page-access.ts';
import { Prefetched, prefetch } from '../../../../../server/trpc/prefetch.tsx';

export const metadata: Metadata = { title: 'Capture and masking' };

export default async function CapturePage({ params }: { params: Promise<{ project: string }> }) {
  const { project } = await requireProject((await params).project);
  await prefetch((trpc) => trpc.capture.get.queryOptions({ project: project.slug }));
  return (
    <Prefetched>
      <CaptureScreen project={project.slug} />
    </Prefetched>
  );
}
