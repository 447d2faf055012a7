import type { Metadata } from 'next';
import { SessionsPage } from '../../../../features/sessions/index.ts';

export const metadata: Metadata = { title: 'Sessions' };

export default async function Page({ params }: { params: Promise<{ project: string }> }) {
  return <SessionsPage project={(await params).project} />;
}
