import type { Metadata } from 'next';
import { AuditScreen } from '../../../../../features/audit/AuditScreen.tsx';
import { requireProject } from '../../../../../server/access/page-access.ts';

export const metadata: Metadata = { title: 'Audit log' };

export default async function AuditPage({ params }: { params: Promise<{ project: string }> }) {
  const { project, role } = await requireProject((await params).project);
  return <AuditScreen project={project.slug} isOwner={role === 'owner'} />;
}
