// The run that a trace is a fork of, as a link to their comparison at the step of the fork.
import { Link } from '../../../components/controls/Link.tsx';
import { comparePath } from '../../../lib/address/pages.ts';
import type { ForkOrigin } from './trace-facts.ts';
import styles from './facts.module.css';

interface ForkedFromProps {
  project: string;
  /** Id of this trace. */
  fork: string;
  origin: ForkOrigin;
}

export function ForkedFrom({ project, fork, origin }: ForkedFromProps) {
  return (
    <span>
      <span className={styles.label}>Forked from</span>{' '}
      <Link
        href={forkComparison(project, fork, origin)}
        prefetch={false}
        className={styles.value}
        title="Compare it with the original run, at the step of the fork"
      >
        {origin.trace.slice(0, 8)} @ step {origin.step}
      </Link>
    </span>
  );
}

/** The comparison of a fork with its origin, at the step from which they differ. */
export function forkComparison(project: string, fork: string, { trace, step }: ForkOrigin): string {
  return `${comparePath(project, trace, fork)}&step=${Number.parseInt(step, 10)}`;
}
