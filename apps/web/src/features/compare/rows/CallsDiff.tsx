'use client';
// The message and the calls of a pair of steps in full: arguments and results, with differences marked. Calls are
// paired in their order, tool by tool.
import { PlainText } from '../../../components/text/PlainText.tsx';
import { resultKeys, type Call } from '../../../lib/steps/joined-call.ts';
import { callOutcome, failureMark, outcomeReasons, type OpenCall } from '../../../lib/steps/call-outcome.ts';
import { isPartial } from '../../../lib/steps/sentences.ts';
import type { Step } from '../../../lib/steps/step-tree.ts';
import type { Sides } from './ThoughtPair.tsx';
import type { TextOf } from '../diff/use-diff.ts';
import { ValuePair } from './ValuePair.tsx';
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
  const message = (side: 'a' | 'b'): TextOf => {
    const { key = null, hasPreamble = false } = steps[side]?.thought ?? {};
    const keys = key !== null && hasPreamble ? [key] : [];
    return { project, trace: traces[side], keys, field: 'preamble', isPartial: isOpenStep(steps[side]) };
  };
  const [a, b] = [message('a'), message('b')];
  return (
    <>
      {a.keys.length + b.keys.length > 0 && <ValuePair label="message" isProse isSame a={a} b={b} />}
      {pairs.slice(0, MAX_CALLS).map((pair, index) => (
        <CallPair key={index} {...{ project, traces, steps, open, pair }} />
      ))}
      {pairs.length > MAX_CALLS && <p className={styles.note}>+ {pairs.length - MAX_CALLS} more calls</p>}
    </>
  );
}

const isOpenStep = (step: Step | undefined): boolean => step !== undefined && isPartial(step);

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
    return { project, trace: traces[side], keys, field, isPartial: isOpenStep(steps[side]) };
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
        isProse={isAnswer}
        isSame={isSame}
        a={text('a', 'arguments')}
        b={text('b', 'arguments')}
      />
      {!isAnswer && <ValuePair label="result" isSame={isSame} a={text('a', 'result')} b={text('b', 'result')} />}
    </>
  );
}
