// Shown in place of a trace that cannot be displayed.
import { EmptyState } from '../../../components/states/EmptyState.tsx';
import { ErrorState } from '../../../components/states/ErrorState.tsx';
import { Link } from '../../../components/controls/Link.tsx';
import { listPath } from '../../../lib/address/list-path.ts';
import { isNotFound } from '../../../lib/requests/query-client.ts';
import { useSharedTrace } from '../../../lib/traces/shared-trace.ts';
import styles from './page.module.css';

interface FailedProps {
  project: string;
  error: unknown;
  onRetry: () => unknown;
}

export function Failed({ project, error, onRetry }: FailedProps) {
  const shared = useSharedTrace();
  if (isNotFound(error)) return shared ? <NotShared /> : <NotThere project={project} />;
  return (
    <div className={styles.failed}>
      <ErrorState title="The trace could not be loaded." error={error} onRetry={() => void onRetry()} />
      {!shared && (
        <p>
          <Link href={listPath(project)}>All traces</Link>
        </p>
      )}
    </div>
  );
}

/** A retry would not help, so there is none. */
const NotThere = ({ project }: { project: string }) => (
  <EmptyState title="There is no such trace in this project" isPage>
    <p>It may have been deleted, or its spans have not arrived yet: then reload this page in a moment.</p>
    <p>
      <Link href={listPath(project)}>All traces</Link>
    </p>
  </EmptyState>
);

const NotShared = () => (
  <EmptyState title="There is no such trace any more" isPage>
    <p>It was deleted, or it is no longer shared by this link.</p>
  </EmptyState>
);
