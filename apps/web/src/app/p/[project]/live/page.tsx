import type { Metadata } from 'next';
import { NoTexts } from '../../../../components/states/NoTexts.tsx';
import { LiveScreen } from '../../../../features/live/LiveScreen.tsx';
import { readsTexts } from '../../../../server/access/page-access.ts';

export const metadata: Metadata = { title: 'Live' };

export default async function Page({ params }: { params: Promise<{ project: string }> }) {
  const { project } = await params;
  return (await readsTexts(project)) ? <LiveScreen project={project} /> : <NoTexts page="Live" />;
}
