// The Raw view: the payloads of the selected step in full width. The strip and the step bar change the step.
import { RawTab } from '../panel/RawTab.tsx';
import type { Step } from '../../../lib/steps/step-tree.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import styles from './page.module.css';

interface RawViewProps {
  address: TraceAddress;
  step: Step | undefined;
  call: number;
}

export function RawView({ address, step, call }: RawViewProps) {
  return (
    <section className={styles.rawView} aria-label="Raw">
      {step && <h2>Step {step.number}</h2>}
      {step && <RawTab key={step.key} {...{ address, step, call }} />}
    </section>
  );
}
