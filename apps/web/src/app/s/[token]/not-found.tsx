import { EmptyState } from '../../../components/states/EmptyState.tsx';
import { PlainBar } from '../../../components/shell/PlainBar.tsx';

/** Strangers read this, so it names no project and does not reveal whether the link ever existed. */
export default function LinkNotFound() {
  return (
    <>
      <PlainBar />
      <main>
        <title>Nothing shared here · Subtext</title>
        <EmptyState title="This link does not work" isPage>
          <p>It may have expired or been revoked, or its trace was deleted.</p>
          <p>Check that you copied the whole link, or ask the sender for a new one.</p>
        </EmptyState>
      </main>
    </>
  );
}
