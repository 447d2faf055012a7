import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { SessionPage } from '../../../../../features/session/index.ts';
import { sessionOf } from '../../../../../lib/address/pages.ts';

export const metadata: Metadata = { title: 'Session' };

export default async function Page({ params }: { params: Promise<{ project: string; id: string }> }) {
  const { project, id } = await params;
  const session = sessionOf(id);
  if (session === undefined) notFound();
  return <SessionPage project={project} session={session} />;
}
