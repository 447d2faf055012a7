'use client';
// One row of the comparison: a pair of steps side by side, or a folded run of equal steps. The current row shows its
// calls in full.
import { Percent } from '../../../components/figures/numbers.tsx';
import { ActionLine } from '../../../components/steps/ActionLine.tsx';
import { CostMoney } from '../../../components/steps/CostMoney.tsx';
import { StepMoney } from '../../../components/steps/StepMoney.tsx';
import { stepAction } from '../../../lib/steps/step-action.ts';
import { type OpenCall } from '../../../lib/steps/call-outcome.ts';
import { hiddenShareOf } from '../../../lib/steps/sentences.ts';
import { sumOf, type Sum } from '../../../lib/steps/step-sums.ts';
import type { Step } from '../../../lib/steps/step-tree.ts';
import type { Difference, Pair } from '../diff/align.ts';
import { CallsDiff } from './CallsDiff.tsx';
import type { CompareRow } from '../diff/fold.ts';
import { ThoughtPair, type Sides } from './ThoughtPair.tsx';
import styles from '../compare.module.css';

interface PairRowProps {
  project: string;
  traces: Sides<string>;
  steps: Sides<Step | undefined>;
  /** How calls without an end are described, for each side. */
  open: Sides<OpenCall>;
  pair: Pair;
  isCurrent: boolean;
}

/** The difference in words, because color alone is not accessible. */
const DIFFERENCES: Record<Exclude<Difference, null>, string> = {
  step: 'only one run has this step',
  tools: 'different tools',
  names: 'same tools, different arguments',
  outcome: 'same call, different outcome',
  values: 'same call, different values of arguments',
};

export function PairRow({ project, traces, steps, open, pair, isCurrent }: PairRowProps) {
  return (
    <>
      <p className={styles.difference} data-difference={pair.difference ?? 'none'}>
        {pair.difference ? DIFFERENCES[pair.difference] : 'agree'}
      </p>
      <StepHead step={steps.a} side="a" />
      <StepHead step={steps.b} side="b" />
      <ThoughtPair project={project} traces={traces} steps={steps} isWhole={isCurrent} />
      {isCurrent ? (
        <CallsDiff project={project} traces={traces} steps={steps} open={open} />
      ) : (
        <>
          <Deed step={steps.a} side="a" open={open.a} />
          <Deed step={steps.b} side="b" open={open.b} />
        </>
      )}
    </>
  );
}

function StepHead({ step, side }: { step: Step | undefined; side: 'a' | 'b' }) {
  const share = step?.paid ? hiddenShareOf(step.paid) : undefined;
  return (
    <div className={styles.stepHead} data-side={side}>
      <span className={styles.letter}>{side.toUpperCase()}</span>
      {!step && <span className={styles.quiet}>— (no step)</span>}
      {step && <span className={styles.number}>step {step.number}</span>}
      {step?.paid && (
        <span className={styles.paid}>
          <StepMoney step={step} />
          {share !== undefined && share > 0 && (
            <span className={styles.hiddenInk}>
              {' '}
              ▨ <Percent share={share} />
            </span>
          )}
        </span>
      )}
    </div>
  );
}

const Deed = ({ step, side, open }: { step: Step | undefined; side: 'a' | 'b'; open: OpenCall }) => (
  <div className={styles.cell} data-side={side}>
    {step && <ActionLine deed={stepAction(step)} open={open} />}
  </div>
);

interface FoldRowProps {
  row: CompareRow & { kind: 'fold' };
  pairs: readonly Pair[];
  steps: Sides<readonly Step[]>;
  onToggle: () => void;
}

/** `1–6 same tools, same order   A $0.079  B $0.066` */
export function FoldRow({ row: { from, to, isOpen }, pairs, steps, onToggle }: FoldRowProps) {
  const run = pairs.slice(from, to);
  const first = steps.a[run[0]?.a ?? -1]?.number ?? from + 1;
  const last = steps.a[run.at(-1)?.a ?? -1]?.number ?? to;
  const cost = (side: 'a' | 'b') => sumOf(run.map((pair) => steps[side][pair[side] ?? -1]?.paid ?? null));
  return (
    <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={onToggle}>
      <span aria-hidden>{isOpen ? '▾' : '▸'}</span>
      <span>
        {first}–{last} same tools, same order
      </span>
      <span className={styles.foldCosts}>
        <FoldCost side="A" paid={cost('a')} /> <FoldCost side="B" paid={cost('b')} />
      </span>
      <span className={styles.link}>{isOpen ? 'fold' : 'expand'}</span>
    </button>
  );
}

const FoldCost = ({ side, paid }: { side: string; paid: Sum }) => (
  <span>
    {side} <CostMoney paid={paid} />
  </span>
);
