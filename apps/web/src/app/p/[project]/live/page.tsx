import type { Metadata } from 'next';
import { LiveScreen } from '../../../../features/live/LiveScreen.tsx';

export const metadata: Metadata = { title: 'Live' };

export default async function Page({ params }: { params: Promise<{ project: string }> }) {
  return <LiveScreen project={(await params).project} />;
}
