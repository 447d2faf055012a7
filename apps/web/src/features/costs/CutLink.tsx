// The name of a row, leading to its traces.
import { Link } from '../../components/Link.tsx';
import { PlainText } from '../../components/PlainText.tsx';
import styles from './costs.module.css';
import { nameOf, type Cut } from './cuts.ts';
import { toolLabel, tracesOfCut, type CostsPlace } from './links.ts';

interface CutLinkProps {
  place: CostsPlace;
  cut: Cut;
  name: string;
}

export function CutLink({ place, cut, name }: CutLinkProps) {
  return (
    <Link href={tracesOfCut(place, cut, name)} className={cut === 'tool' ? styles.tool : styles.name}>
      <PlainText text={cut === 'tool' ? toolLabel(name) : nameOf(cut, name)} />
    </Link>
  );
}
