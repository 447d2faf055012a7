import type { Metadata } from 'next';
import { SearchPage } from '../../../../features/search/index.ts';
import { PeekedTrace } from '../traces/PeekedTrace.tsx';

export const metadata: Metadata = { title: 'Search' };

export default async function Page({ params }: { params: Promise<{ project: string }> }) {
  const { project } = await params;
  return <SearchPage project={project} peek={<PeekedTrace project={project} />} />;
}
