import type { Metadata } from 'next';
import { OrganizationScreen } from '../../../../../features/organization/OrganizationScreen.tsx';
import { requireOrganization, requireProject } from '../../../../../server/access/page-access.ts';

export const metadata: Metadata = { title: 'Organization' };

export default async function OrganizationSettingsPage({ params }: { params: Promise<{ project: string }> }) {
  const { project } = await requireProject((await params).project);
  return <OrganizationScreen organization={await requireOrganization(project.organizationId)} />;
}
