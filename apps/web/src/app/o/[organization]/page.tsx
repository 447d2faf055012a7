import type { Metadata } from 'next';
import { PlainBar } from '../../../components/shell/PlainBar.tsx';
import { OrganizationScreen } from '../../../features/organization/OrganizationScreen.tsx';
import { firstProjectIfAny, requireOrganization } from '../../../server/access/page-access.ts';

export const metadata: Metadata = { title: 'Organization' };

/** For users who have no project, or who have just deleted one. */
export default async function OrganizationPage({ params }: { params: Promise<{ organization: string }> }) {
  const organization = await requireOrganization((await params).organization);
  return (
    <>
      <PlainBar project={await firstProjectIfAny()} />
      <main>
        <OrganizationScreen organization={organization} />
      </main>
    </>
  );
}
