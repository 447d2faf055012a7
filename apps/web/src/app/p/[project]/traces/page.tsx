import type { Metadata } from 'next';
import { TraceListPage } from '../../../../features/trace-list/index.ts';
import { PeekedTrace } from './PeekedTrace.tsx';

export const metadata: Metadata = { title: 'Traces' };

export default async function Page({ params }: { params: Promise<{ project: string }> }) {
  const { project } = await params;
  return <TraceListPage project={project} peek={<PeekedTrace project={project} />} />;
}
