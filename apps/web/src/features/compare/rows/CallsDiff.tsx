'use client';
// The calls of a pair of steps in full: arguments and results, with differences marked. Calls are paired in their
// order, tool by tool.
import { ErrorState } from '../../../components/states/ErrorState.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { Skeleton } from '../../../components/states/Skeleton.tsx';
import { resultKeys, type Call } from '../../../lib/steps/joined-call.ts';
import { callOutcome, failureMark, outcomeReasons, type OpenCall } from '../../../lib/steps/call-outcome.ts';
import { isPartial } from '../../../lib/steps/sentences.ts';
import type { Step } from '../../../lib/steps/step-tree.ts';
import { DiffText } from './DiffText.tsx';
import type { DiffPart } from '../diff/diff-text.ts';
import type { Sides } from './ThoughtPair.tsx';
import { heldNote } from '../diff/held-diff.ts';
import { useDiff, type TextOf } from '../diff/use-diff.ts';
import styles from '../compare.module.css';

const MAX_CALLS = 20;

interface CallsDiffProps {
  project: string;
  traces: Sides<string>;
  steps: Sides<Step | undefined>;
  open: Sides<OpenCall>;
}

export function CallsDiff({ project, traces, steps, open }: CallsDiffProps) {
  const pairs = pairCalls(steps.a?.calls ?? [], steps.b?.calls ?? []);
  return (
    <>
      {pairs.slice(0, MAX_CALLS).map((pair, index) => (
        <CallPair key={index} {...{ project, traces, steps, open, pair }} />
      ))}
      {pairs.length > MAX_CALLS && <p className={styles.note}>+ {pairs.length - MAX_CALLS} more calls</p>}
    </>
  );
}

type PairOfCalls = Sides<Call | undefined>;

/** Pairs each call with the first unpaired call of the same tool. The rest are shown side by side without a diff. */
function pairCalls(a: readonly Call[], b: readonly Call[]): PairOfCalls[] {
  const left = [...b];
  const matches = a.map((call) => {
    const at = left.findIndex((other) => other.tool === call.tool);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  });
  const pairs = a.map((call, index): PairOfCalls => ({ a: call, b: matches[index] ?? left.shift() }));
  return [...pairs, ...left.map((call) => ({ a: undefined, b: call }))];
}

function CallPair({ project, traces, steps, open, pair }: CallsDiffProps & { pair: PairOfCalls }) {
  const isSame = pair.a?.tool === pair.b?.tool;
  const isAnswer = (pair.a ?? pair.b)?.type === 'answer' || (pair.a ?? pair.b)?.type === 'trailing';
  const text = (side: 'a' | 'b', field: TextOf['field']): TextOf => {
    const call = pair[side];
    const keys = call ? (field === 'result' ? resultKeys(call) : [call.key]) : [];
    const step = steps[side];
    return { project, trace: traces[side], keys, field, isPartial: step !== undefined && isPartial(step) };
  };
  const name = (call: Call | undefined, side: 'a' | 'b') => (
    <div className={styles.cell} data-side={side}>
      {call && !isAnswer && (
        <p className={styles.callHead}>
          <span className={styles.tool}>
            <span aria-hidden>⚙ </span>
            <PlainText text={call.tool} />
          </span>{' '}
          <span
            className={failureMark(call) === '' ? styles.quiet : styles.failed}
            title={outcomeReasons(call).join('\n') || undefined}
          >
            {failureMark(call)}
            {callOutcome(call, open[side])}
          </span>
        </p>
      )}
    </div>
  );
  return (
    <>
      {!isAnswer && name(pair.a, 'a')}
      {!isAnswer && name(pair.b, 'b')}
      <ValuePair
        label={isAnswer ? 'answer' : 'arguments'}
        isSame={isSame}
        a={text('a', 'arguments')}
        b={text('b', 'arguments')}
      />
      {!isAnswer && <ValuePair label="result" isSame={isSame} a={text('a', 'result')} b={text('b', 'result')} />}
    </>
  );
}

/** The parts that only this side has, without marks. */
const alone = (parts: readonly DiffPart[], side: 'a' | 'b') =>
  parts.map((part) => (part.in === side ? { ...part, in: 'both' as const } : part));

interface ValuePairProps {
  label: string;
  /** True if both calls have the same tool; only then differences are marked. */
  isSame: boolean;
  a: TextOf;
  b: TextOf;
}

function ValuePair({ label, isSame, a, b }: ValuePairProps) {
  const { data, error, refetch } = useDiff('values', a, b);
  if (error)
    return (
      <div className={styles.note}>
        <ErrorState inline title={`The ${label} could not be loaded.`} error={error} onRetry={() => void refetch()} />
      </div>
    );
  const isCompared = isSame && data?.hasA === true && data.hasB && data.diff.by !== 'length';
  const note = isSame && data && heldNote(data.diff);
  const cell = (side: 'a' | 'b', has: boolean | undefined, isAsked: boolean) => (
    <div className={styles.cell} data-side={side}>
      {isAsked && <span className={styles.label}>{label}</span>}
      {!data && isAsked && <Skeleton width="60%" height="0.75rem" />}
      {data && isAsked && !has && <p className={styles.quiet}>Not captured.</p>}
      {data && has && (
        <pre
          className={label === 'answer' ? styles.answer : styles.value}
          tabIndex={0}
          role="group"
          aria-label={`${label} of ${side.toUpperCase()}`}
        >
          <DiffText parts={isCompared ? data.diff.parts : alone(data.diff.parts, side)} side={side} />
        </pre>
      )}
    </div>
  );
  return (
    <>
      {cell('a', data?.hasA, a.keys.length > 0)}
      {cell('b', data?.hasB, b.keys.length > 0)}
      {note && (
        <p className={styles.note}>
          {label} {note}
        </p>
      )}
    </>
  );
}
