import type { Metadata } from 'next';
import { CompareScreen } from '../../../../features/compare/CompareScreen.tsx';

export const metadata: Metadata = { title: 'Compare' };

export default async function Page({ params }: { params: Promise<{ project: string }> }) {
  return <CompareScreen project={(await params).project} />;
}
