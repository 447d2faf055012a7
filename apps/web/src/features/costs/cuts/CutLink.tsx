// The name of a row, as a link to its traces.
import { Link } from '../../../components/controls/Link.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { isAnswer } from '../../../lib/figures/spend-tables.ts';
import styles from '../costs.module.css';
import { nameOf, type Cut } from './cuts.ts';
import { tracesOfCut, type CostsPlace } from './links.ts';

interface CutLinkProps {
  place: CostsPlace;
  cut: Cut;
  name: string;
}

export function CutLink({ place, cut, name }: CutLinkProps) {
  const isTool = cut === 'tool' && !isAnswer(name);
  return (
    <Link href={tracesOfCut(place, cut, name)} className={isTool ? styles.tool : styles.name}>
      <PlainText text={nameOf(cut, name)} />
    </Link>
  );
}
