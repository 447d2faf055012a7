import type { Metadata } from 'next';
import { LatencyScreen } from '../../../../../features/costs/latency/LatencyScreen.tsx';

export const metadata: Metadata = { title: 'Latency' };

export default async function LatencyPage({ params }: { params: Promise<{ project: string }> }) {
  return <LatencyScreen project={(await params).project} />;
}
