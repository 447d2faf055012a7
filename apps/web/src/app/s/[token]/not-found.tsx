import { EmptyState } from '../../../components/EmptyState.tsx';
import { PlainBar } from '../../../components/shell/PlainBar.tsx';

/** Strangers read this, so it names no project and does not reveal whether the link ever existed. */
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
