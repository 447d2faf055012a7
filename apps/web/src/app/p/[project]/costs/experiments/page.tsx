import type { Metadata } from 'next';
import { ExperimentsScreen } from '../../../../../features/costs/experiments/ExperimentsScreen.tsx';

export const metadata: Metadata = { title: 'Experiments' };

export default async function ExperimentsPage({ params }: { params: Promise<{ project: string }> }) {
  return <ExperimentsScreen project={(await params).project} />;
}
