// Traces of the session that this conversation comes from or continues in, when another process took it over.
import { Link } from '../../../components/Link.tsx';
import { PlainText } from '../../../components/PlainText.tsx';
import { plural } from '../../../lib/format.ts';
import { tracePath } from '../../../lib/pages.ts';
import type { RouterOutputs } from '../../../lib/trpc.ts';
import styles from './header.module.css';

interface TraceLinksProps {
  project: string;
  links: RouterOutputs['trace']['skeleton']['links'];
}

const PLACES = { before: '↑ continues from', after: '↓ continues in' } as const;

export function TraceLinks({ project, links }: TraceLinksProps) {
  return links.map(({ id, place, asked, name, calls }) => (
    <span key={`${place} ${id}`} className={styles.quiet} title={`${plural(calls, 'call')} in common`}>
      {PLACES[place]}{' '}
      <Link href={tracePath(project, id)}>
        <PlainText text={asked ?? name ?? `trace ${id.slice(0, 8)}`} />
      </Link>
    </span>
  ));
}
