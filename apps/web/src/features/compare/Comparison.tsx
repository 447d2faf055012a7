'use client';
// The comparison of two selected traces: their heads, what differs in a sentence and in figures, the steps.
import { ArrowLeftRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { IconButton } from '../../components/controls/Button.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { CheckField } from '../../components/controls/Field.tsx';
import { Loading } from '../../components/states/Skeleton.tsx';
import { useKeys } from '../../lib/keyboard/KeyboardProvider.tsx';
import { useLabel } from '../../lib/keyboard/use-key-words.ts';
import { useFresh } from '../../lib/live/use-fresh.ts';
import { openWords } from '../../lib/steps/sentences.ts';
import { isDifferent, type Pair } from '../../lib/compare/align.ts';
import { CompareRows } from './rows/CompareRows.tsx';
import { Reading } from './sides/Reading.tsx';
import { useCompareUrl } from './compare-url.ts';
import { foldRows, stepParam } from './diff/fold.ts';
import { CheckTotals } from './sides/CheckTotals.tsx';
import { ScoreTotals } from './sides/ScoreTotals.tsx';
import { SideHead } from './sides/SideHead.tsx';
import { Summary } from './Summary.tsx';
import { Totals } from './sides/Totals.tsx';
import { useComparison } from './use-comparison.ts';
import { useSide, type Side } from './sides/use-side.ts';
import styles from './compare.module.css';

interface ComparisonProps {
  project: string;
  a: string;
  b: string;
  onChoose: (side: 'a' | 'b') => void;
}

export function Comparison({ project, a, b, onChoose }: ComparisonProps) {
  const [{ only }, setUrl] = useCompareUrl();
  const sides = { a: useSide(project, a), b: useSide(project, b) };
  const { pairs, error } = useComparison(sides.a, sides.b);
  const isOpen = ({ isMissing, isRunning }: Side) => isMissing || isRunning;
  useFresh({ project, traces: [a, b], young: isOpen(sides.a) || isOpen(sides.b) }, () =>
    Promise.all([sides.a.ask(), sides.b.ask()]),
  );
  const swap = () => void setUrl({ a: b, b: a, step: null });
  useKeys({ swapSides: swap });
  const failed = [sides.a, sides.b].find((side) => side.error);
  const isMissing = sides.a.isMissing || sides.b.isMissing;
  return (
    <>
      <div className={styles.heads}>
        <SideHead project={project} letter="A" side={sides.a} onChoose={() => onChoose('a')} />
        <IconButton label={useLabel('Swap the sides', 'swapSides')} onClick={swap}>
          <ArrowLeftRight size={16} aria-hidden />
        </IconButton>
        <SideHead project={project} letter="B" side={sides.b} onChoose={() => onChoose('b')} />
        <CheckField
          label="only differences"
          checked={only === 'diff'}
          onChange={(event) => void setUrl({ only: event.target.checked ? 'diff' : null })}
        />
      </div>
      {failed && (
        <ErrorState title="One of the traces could not be loaded." error={failed.error} onRetry={failed.retry} />
      )}
      {error != null && <ErrorState title="The runs could not be compared." error={error} />}
      {!failed && !isMissing && (
        <Loading pending={!pairs} skeleton={<Reading a={sides.a} b={sides.b} />}>
          {() => pairs && <Pairs project={project} sides={sides} pairs={pairs} />}
        </Loading>
      )}
    </>
  );
}

interface PairsProps {
  project: string;
  sides: { a: Side; b: Side };
  pairs: readonly Pair[];
}

function Pairs({ project, sides, pairs }: PairsProps) {
  const [{ only, step }, setUrl] = useCompareUrl();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const steps = { a: sides.a.steps ?? [], b: sides.b.steps ?? [] };
  const first = pairs.findIndex(isDifferent);
  const asked = step === null ? -1 : pairs.findIndex((pair) => stepParam(pair) === step);
  const rows = useMemo(() => {
    const opened = new Set(open);
    // A link to a step inside a fold opens the fold.
    const isFolded = asked >= 0 && !isDifferent(pairs[asked]!);
    if (isFolded) opened.add(`fold ${pairs.slice(0, asked + 1).findLastIndex(isDifferent) + 1}`);
    return foldRows(pairs, { open: opened, onlyDifferences: only === 'diff' });
  }, [pairs, open, only, asked]);
  const current = pairs[asked >= 0 ? asked : Math.max(first, 0)];
  const toggle = (fold: string) =>
    setOpen((opened) =>
      opened.has(fold) ? new Set([...opened].filter((one) => one !== fold)) : new Set([...opened, fold]),
    );
  const onCurrent = (key: string) => void setUrl({ step: key });
  return (
    <>
      <Summary project={project} sides={sides} pairs={pairs} onStep={(pair) => onCurrent(stepParam(pair))} />
      {sides.a.summary && sides.b.summary && <Totals a={sides.a.summary} b={sides.b.summary} />}
      <ScoreTotals project={project} a={sides.a.trace} b={sides.b.trace} />
      <CheckTotals project={project} a={sides.a.trace} b={sides.b.trace} />
      {rows.length === 0 ? (
        <p className={styles.quiet}>No step differs.</p>
      ) : (
        <CompareRows
          project={project}
          traces={{ a: sides.a.trace, b: sides.b.trace }}
          steps={steps}
          open={{ a: openOf(sides.a), b: openOf(sides.b) }}
          pairs={pairs}
          rows={rows}
          current={current && stepParam(current)}
          onCurrent={onCurrent}
          onToggle={toggle}
        />
      )}
    </>
  );
}

const openOf = ({ isRunning }: Side) => openWords({ live: isRunning, past: false });
