import type { Metadata } from 'next';
import { SearchPage } from '../../../../features/search/index.ts';

export const metadata: Metadata = { title: 'Search' };

export default async function Page({ params }: { params: Promise<{ project: string }> }) {
  return <SearchPage project={(await params).project} />;
}
