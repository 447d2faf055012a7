'use client';
// Selects the trace of one side: from the newest traces, by a filter, or by a pasted trace id.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useState } from 'react';
import { Button } from '../../../components/controls/Button.tsx';
import { AbsoluteTime } from '../../../components/figures/AbsoluteTime.tsx';
import { ErrorState } from '../../../components/states/ErrorState.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { Skeleton } from '../../../components/states/Skeleton.tsx';
import { TotalMoney } from '../../../components/figures/TotalMoney.tsx';
import { plural } from '../../../lib/figures/format.ts';
import { OUTCOMES, outcomeOf } from '../../../lib/traces/trace-outcome.ts';
import { traceTitle } from '../../../lib/traces/trace-title.ts';
import { isTraceId } from '../../../lib/address/trace-id.ts';
import { useTRPC, type RouterOutputs } from '../../../lib/requests/trpc.ts';
import styles from '../compare.module.css';

const SHOWN = 12;

interface PickerProps {
  project: string;
  letter: 'A' | 'B';
  /** The other side's trace, which is not offered. */
  other: string | null;
  onPick: (trace: string) => void;
  onCancel: (() => void) | undefined;
}

export function Picker({ project, letter, other, onPick, onCancel }: PickerProps) {
  const trpc = useTRPC();
  const [text, setText] = useState('');
  const q = useDeferredValue(text.trim());
  const heading = useId();
  const pasted = /[\da-f]{32}/i.exec(text)?.[0].toLowerCase() ?? null;
  const list = useQuery({
    ...trpc.traces.list.queryOptions({ project, q: pasted ? '' : q, range: 'all', sort: 'age' }),
    placeholderData: keepPreviousData,
  });
  const traces = (list.data?.traces ?? []).filter(({ id }) => id !== other).slice(0, SHOWN);
  return (
    <section className={styles.picker} aria-labelledby={heading}>
      <h2 id={heading}>Choose trace {letter}</h2>
      <form
        className={styles.pickerForm}
        onSubmit={(event) => {
          event.preventDefault();
          const first = pasted ?? traces[0]?.id ?? null;
          if (isTraceId(first)) onPick(first);
        }}
      >
        <input
          type="search"
          aria-label={`Find trace ${letter}: words, a filter, or an id`}
          placeholder="words, a filter such as model:gpt-5.2, or the id of a trace"
          className={styles.pickerInput}
          value={text}
          onChange={(event) => setText(event.target.value)}
          data-page-filter
        />
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </form>
      {list.error && !list.data && (
        <ErrorState
          inline
          title="The traces could not be loaded."
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      )}
      <ul className={styles.pickerList}>
        {pasted && (
          <li>
            <button type="button" className={styles.pickerRow} onClick={() => onPick(pasted)}>
              Trace {pasted}
            </button>
          </li>
        )}
        {!pasted && traces.map((trace) => <Choice key={trace.id} trace={trace} onPick={() => onPick(trace.id)} />)}
        {list.isPending && <Skeleton width="70%" height="0.75rem" />}
      </ul>
      {list.data && !pasted && traces.length === 0 && (
        <p className={styles.quiet}>
          {q ? 'No trace matches. Try other words, or paste the id of a trace.' : 'There is no other trace yet.'}
        </p>
      )}
    </section>
  );
}

type Trace = RouterOutputs['traces']['list']['traces'][number];

/** Runs of one task have the same name, so each shows its exact time, its outcome and its cost. */
function Choice({ trace, onPick }: { trace: Trace; onPick: () => void }) {
  const { mark, says } = OUTCOMES[outcomeOf(trace)];
  return (
    <li>
      <button type="button" className={styles.pickerRow} onClick={onPick}>
        <span className={styles.pickerTitle}>
          <PlainText text={traceTitle(trace)} />
        </span>
        <span className={styles.pickerFacts}>
          <span className={outcomeOf(trace) === 'error' ? styles.failed : undefined}>
            <span aria-hidden>{mark} </span>
            {says}
          </span>{' '}
          · <AbsoluteTime time={trace.startedAt} /> · <PlainText text={trace.models.join(', ') || 'no model'} /> ·{' '}
          {plural(trace.steps, 'step')} · <TotalMoney of={trace} />
        </span>
      </button>
    </li>
  );
}
