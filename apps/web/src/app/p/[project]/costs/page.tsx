import type { Metadata } from 'next';
import { CostsScreen } from '../../../../features/costs/CostsScreen.tsx';

export const metadata: Metadata = { title: 'Costs' };

export default async function CostsPage({ params }: { params: Promise<{ project: string }> }) {
  return <CostsScreen project={(await params).project} />;
}
