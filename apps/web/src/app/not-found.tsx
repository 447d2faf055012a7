import { EmptyState } from '../components/states/EmptyState.tsx';
import { PlainBar } from '../components/shell/PlainBar.tsx';
import { firstProjectIfAny } from '../server/access/page-access.ts';

export default async function NotFound() {
  return (
    <>
      <PlainBar project={await firstProjectIfAny()} />
      <main>
        <title>Not found · Subtext</title>
        <EmptyState title="There is no such page" isPage>
          <p>It may have been deleted, or it belongs to a project that you are not a member of.</p>
          <p>
            {/* eslint-disable-next-line @next/next/no-html-link-for-pages -- every page carries the code of this one: no Link */}
            <a href="/">Go to your traces</a>
          </p>
        </EmptyState>
      </main>
    </>
  );
}
