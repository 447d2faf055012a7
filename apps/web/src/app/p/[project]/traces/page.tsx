import type { Metadata } from 'next';
import { TraceListPage } from '../../../../features/trace-list/index.ts';

export const metadata: Metadata = { title: 'Traces' };

export default async function Page({ params }: { params: Promise<{ project: string }> }) {
  return <TraceListPage project={(await params).project} />;
}
