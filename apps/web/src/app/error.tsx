'use client';
// A page that failed while rendering. Failing queries are shown where they are, not here.
import { ErrorState } from '../components/ErrorState.tsx';

export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const shown = error.digest ? new Error(`The server logged it as ${error.digest}.`) : error;
  return <ErrorState title="This page could not be shown." error={shown} onRetry={reset} />;
}
