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
import type { Difference, Pair } from '../../../lib/compare/align.ts';
import { CallsDiff } from './CallsDiff.tsx';
import type { CompareRow } from '../diff/fold.ts';
import { unknownWords } from '../../../lib/compare/summary-sentence.ts';
import { RequestDiff } from './RequestDiff.tsx';
import { StepDeltas } from './StepDeltas.tsx';
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

/** The differences in words, because color alone is not accessible. */
const WORDS: Readonly<Record<Difference, string>> = {
  step: 'only one run has this step',
  tools: 'different tools',
  names: 'same tools, different arguments',
  values: 'same tools, different values of arguments',
  outcome: 'different outcome',
  error: 'different error',
  result: 'different result',
  answer: 'different answer',
  model: 'different model',
  system: 'different system prompt',
  input: 'different input',
  offered: 'different tools offered',
  message: 'different message',
  thought: 'different thought',
};

function differenceWords({ differences, unknown }: Pair): string {
  const known = differences.length > 0 ? differences.map((one) => WORDS[one]).join(', ') : 'no difference';
  return unknown.length > 0 ? `${known} · ${unknownWords(unknown)}` : known;
}

export function PairRow({ project, traces, steps, open, pair, isCurrent }: PairRowProps) {
  return (
    <>
      <div className={styles.pairHead}>
        <p className={styles.difference}>{differenceWords(pair)}</p>
        {steps.a && steps.b && <StepDeltas a={steps.a} b={steps.b} />}
      </div>
      <StepHead step={steps.a} side="a" />
      <StepHead step={steps.b} side="b" />
      {isCurrent && <RequestDiff {...{ project, traces, steps }} differences={pair.differences} />}
      <ThoughtPair project={project} traces={traces} steps={steps} isWhole={isCurrent} />
      {isCurrent ? (
        <CallsDiff project={project} traces={traces} steps={steps} open={open} />
      ) : (
        <>
          <StepActionLine step={steps.a} side="a" open={open.a} />
          <StepActionLine step={steps.b} side="b" open={open.b} />
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

const StepActionLine = ({ step, side, open }: { step: Step | undefined; side: 'a' | 'b'; open: OpenCall }) => (
  <div className={styles.cell} data-side={side}>
    {step && <ActionLine action={stepAction(step)} open={open} />}
  </div>
);

interface FoldRowProps {
  row: CompareRow & { kind: 'fold' };
  pairs: readonly Pair[];
  steps: Sides<readonly Step[]>;
  onToggle: () => void;
}

/** `1–6 the same   A $0.079  B $0.066` */
export function FoldRow({ row: { from, to, isOpen }, pairs, steps, onToggle }: FoldRowProps) {
  const run = pairs.slice(from, to);
  const first = steps.a[run[0]?.a ?? -1]?.number ?? from + 1;
  const last = steps.a[run.at(-1)?.a ?? -1]?.number ?? to;
  const unknown = unknownWords(run.flatMap((pair) => pair.unknown));
  const cost = (side: 'a' | 'b') => sumOf(run.map((pair) => steps[side][pair[side] ?? -1]?.paid ?? null));
  return (
    <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={onToggle}>
      <span aria-hidden>{isOpen ? '▾' : '▸'}</span>
      <span>
        {first === last ? first : `${first}–${last}`}{' '}
        {unknown === '' ? 'the same' : `no difference as far as is known: ${unknown}`}
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
