// A list while it loads: an error with Retry when there is nothing to show, otherwise a skeleton and then the rows.
import type { ComponentProps } from 'react';
import { ErrorState } from '../states/ErrorState.tsx';
import { Loading } from '../states/Skeleton.tsx';

interface LoadedListProps extends Pick<ComponentProps<typeof Loading>, 'skeleton' | 'children'> {
  /** What failed, in a sentence. */
  failure: string;
  pages: { error: unknown; isPending: boolean; refetch: () => unknown };
  isEmpty: boolean;
}

export function LoadedList({ failure, pages, isEmpty, skeleton, children }: LoadedListProps) {
  if (pages.error && isEmpty)
    return <ErrorState title={failure} error={pages.error} onRetry={() => void pages.refetch()} />;
  return (
    <Loading pending={pages.isPending} skeleton={skeleton}>
      {children}
    </Loading>
  );
}
