import type { Metadata } from 'next';
import { AccountScreen } from '../../../../../features/account/AccountScreen.tsx';
import { requireProject } from '../../../../../server/access/page-access.ts';
import { services } from '../../../../../server/services.ts';
import { Prefetched, prefetch } from '../../../../../server/trpc/prefetch.tsx';

export const metadata: Metadata = { title: 'Account' };

export default async function AccountPage({ params }: { params: Promise<{ project: string }> }) {
  const { user } = await requireProject((await params).project);
  await Promise.all([
    prefetch((trpc) => trpc.account.sessions.queryOptions()),
    prefetch((trpc) => trpc.account.methods.queryOptions()),
    prefetch((trpc) => trpc.account.passkeys.queryOptions()),
  ]);
  return (
    <Prefetched>
      <AccountScreen email={user.email} hasPasswords={!services().env.oidc?.isOnly} />
    </Prefetched>
  );
}
