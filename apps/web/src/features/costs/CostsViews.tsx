// The views of what model calls take, and whether less would do: links that keep the range and the filter.
import { Link } from '../../components/controls/Link.tsx';
import { pagePath } from '../../lib/address/pages.ts';
import type { CostsPlace } from './cuts/links.ts';
import styles from './costs.module.css';

const VIEWS = [
  { label: 'Costs', path: '' },
  { label: 'Latency', path: '/latency' },
  { label: 'Experiments', path: '/experiments' },
] as const;

interface CostsViewsProps {
  place: CostsPlace;
  current: (typeof VIEWS)[number]['label'];
}

export function CostsViews({ place: { project, range, q }, current }: CostsViewsProps) {
  const search = new URLSearchParams({ range, ...(q && { q }) });
  return (
    <nav aria-label="Views of costs" className={styles.views}>
      {VIEWS.map(({ label, path }) =>
        label === current ? (
          <h1 key={label}>{label}</h1>
        ) : (
          <Link key={label} href={`${pagePath(project, 'costs')}${path}?${search}`}>
            {label}
          </Link>
        ),
      )}
    </nav>
  );
}
