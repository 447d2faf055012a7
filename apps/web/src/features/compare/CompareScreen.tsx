'use client';
// Two runs side by side, or a table of more. Opens at the first difference, which a sentence at the top describes.
import { useState } from 'react';
import { EmptyState } from '../../components/states/EmptyState.tsx';
import { useAddressProblems } from '../../lib/address/use-address-problems.ts';
import { isTraceId } from '../../lib/address/trace-id.ts';
import { CHECKS, runsOf, useCompareUrl } from './compare-url.ts';
import { Comparison } from './Comparison.tsx';
import { RunsTable } from './runs/RunsTable.tsx';
import { Picker } from './sides/Picker.tsx';
import styles from './compare.module.css';

export function CompareScreen({ project }: { project: string }) {
  const [{ a, b, runs }, setUrl] = useCompareUrl();
  useAddressProblems(CHECKS);
  const several = runsOf(runs);
  if (several.length > 0 && !a && !b) return <RunsTable key={runs} project={project} runs={several} />;
  return (
    <div className={styles.page}>
      {several.length > 0 && (
        <button type="button" className={styles.choose} onClick={() => void setUrl({ a: null, b: null, step: null })}>
          ← All {several.length} runs
        </button>
      )}
      <PairScreen project={project} />
    </div>
  );
}

function PairScreen({ project }: { project: string }) {
  const [{ a, b }, setUrl] = useCompareUrl();
  const [chooses, setChooses] = useState<'a' | 'b'>();
  const missing = isTraceId(a) ? (isTraceId(b) ? undefined : 'b') : 'a';
  const side = chooses ?? missing;
  const pick = (trace: string) => {
    if (!side) return;
    setChooses(undefined);
    void setUrl({ [side]: trace, step: null });
  };
  return (
    <>
      <h1 className={side ? styles.pageTitle : 'visually-hidden'}>Compare two traces</h1>
      {side && (
        <Picker
          key={side}
          project={project}
          letter={side === 'a' ? 'A' : 'B'}
          other={side === 'a' ? b : a}
          onPick={pick}
          onCancel={chooses && !missing ? () => setChooses(undefined) : undefined}
        />
      )}
      {!side && a === b && (
        <EmptyState title="A and B are the same trace">
          <p>Choose another one for either side.</p>
        </EmptyState>
      )}
      {!side && isTraceId(a) && isTraceId(b) && (
        <Comparison key={`${a} ${b}`} project={project} a={a} b={b} onChoose={setChooses} />
      )}
    </>
  );
}
