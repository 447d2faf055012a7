'use client';
// Two runs side by side. Opens at the first fork and describes the difference there in one sentence.
import { useState } from 'react';
import { EmptyState } from '../../components/states/EmptyState.tsx';
import { useAddressProblems } from '../../lib/address/use-address-problems.ts';
import { isTraceId } from '../../lib/address/trace-id.ts';
import { CHECKS, useCompareUrl } from './compare-url.ts';
import { Comparison } from './Comparison.tsx';
import { Picker } from './sides/Picker.tsx';
import styles from './compare.module.css';

export function CompareScreen({ project }: { project: string }) {
  const [{ a, b }, setUrl] = useCompareUrl();
  useAddressProblems(CHECKS);
  const [chooses, setChooses] = useState<'a' | 'b'>();
  const missing = isTraceId(a) ? (isTraceId(b) ? undefined : 'b') : 'a';
  const side = chooses ?? missing;
  const pick = (trace: string) => {
    if (!side) return;
    setChooses(undefined);
    void setUrl({ [side]: trace, step: null });
  };
  return (
    <div className={styles.page}>
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
    </div>
  );
}
