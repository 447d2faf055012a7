import { NO_TEXTS } from '../../lib/account/roles.ts';
import { EmptyState } from './EmptyState.tsx';

/** In place of a page that consists of texts. */
export function NoTexts({ page }: { page: string }) {
  return (
    <EmptyState isPage title={page}>
      <p>{NO_TEXTS} An owner can change it under Settings, Members.</p>
    </EmptyState>
  );
}
