import type { Metadata } from 'next';
import { NoTexts } from '../../../../components/states/NoTexts.tsx';
import { CompareScreen } from '../../../../features/compare/CompareScreen.tsx';
import { readsTexts } from '../../../../server/access/page-access.ts';

export const metadata: Metadata = { title: 'Compare' };

export default async function Page({ params }: { params: Promise<{ project: string }> }) {
  const { project } = await params;
  return (await readsTexts(project)) ? <CompareScreen project={project} /> : <NoTexts page="Compare" />;
}
