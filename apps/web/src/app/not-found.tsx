import { ButtonLink } from '../components/Button.tsx';
import { EmptyState } from '../components/EmptyState.tsx';

export default function NotFound() {
  return (
    <main>
      <title>Not found · Subtext</title>
      <EmptyState title="There is no such page" isPage>
        <p>It may have been deleted, or it belongs to a project that you are not a member of.</p>
        <ButtonLink href="/">Go to your traces</ButtonLink>
      </EmptyState>
    </main>
  );
}
