import type { Metadata } from 'next';
import { GeneralScreen } from '../../../../../features/project/GeneralScreen.tsx';
import { requireProject } from '../../../../../server/access/page-access.ts';

export const metadata: Metadata = { title: 'General' };

export default async function GeneralPage({ params }: { params: Promise<{ project: string }> }) {
  const { project, role } = await requireProject((await params).project);
  return <GeneralScreen key={project.name} project={project} isOwner={role === 'owner'} />;
}
