import { EmptyState } from '../components/EmptyState.tsx';

export default function NotFound() {
  return (
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
  );
}
