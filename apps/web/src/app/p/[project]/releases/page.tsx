import type { Metadata } from 'next';
import { ReleasesScreen } from '../../../../features/releases/ReleasesScreen.tsx';

export const metadata: Metadata = { title: 'Releases' };

export default async function ReleasesPage({ params }: { params: Promise<{ project: string }> }) {
  return <ReleasesScreen project={(await params).project} />;
}
