import { EmptyState } from '../../../components/EmptyState.tsx';
import { PlainBar } from '../../../components/shell/PlainBar.tsx';

/** Read by strangers: it says nothing of projects, and whether there ever was such a link is nobody's business. */
export default function LinkNotFound() {
  return (
    <>
      <PlainBar />
      <main>
        <title>Nothing shared here · Subtext</title>
        <EmptyState title="This link shows nothing" isPage>
          <p>It may have ended, or whoever sent it has revoked it or deleted its trace.</p>
          <p>Ask them for a new one, and see that it was copied whole.</p>
        </EmptyState>
      </main>
    </>
  );
}
