'use client';
// One step of the transcript: what was thought, said, called and returned, or exactly what is known of it.
import { PlainText } from '../../components/PlainText.tsx';
import { ThinkingMark } from '../../components/ThinkingMark.tsx';
import { resultKeys, type Call } from '../../lib/steps/joined-call.ts';
import {
  callOutcome,
  hasText,
  isAbout,
  moreCalls,
  noOutputWords,
  paidSentence,
  type OpenCall,
} from '../../lib/steps/sentences.ts';
import { callLabel, type Step } from '../../lib/steps/step-tree.ts';
import { MessageText } from './MessageText.tsx';
import type { Previews } from './use-previews.ts';
import type { TraceAddress } from './trace-address.ts';
import styles from './messages.module.css';

/** Calls of one thought that are written out; the panel of the step has the others. */
const MOST_CALLS = 20;

interface MessageStepProps {
  address: TraceAddress;
  step: Step;
  previews: Previews;
  find: string;
  /** How a call is told that has no end. */
  open: OpenCall;
}

export function MessageStep({ step, ...reading }: MessageStepProps) {
  const { kind, calls, thought } = step;
  const isAnswer = kind === 'answer' || kind === 'trailing';
  return (
    <article aria-labelledby={`step-${step.number}`}>
      <h2 id={`step-${step.number}`} className={styles.heading}>
        Step {step.number}
        {step.agent && (
          <span className={styles.quiet}>
            <PlainText text={step.agent} />
          </span>
        )}
        <span className={styles.quiet}>{step.paid && paidSentence(step)}</span>
      </h2>
      <Thought step={step} {...reading} />
      {thought.hasPreamble && thought.key && (
        <>
          <h3>Said</h3>
          <MessageText {...reading} keys={[thought.key]} field="preamble" />
        </>
      )}
      {isAnswer && calls[0] && (
        <>
          <h3>{kind === 'answer' ? 'Answer' : 'Then'}</h3>
          <MessageText {...reading} keys={[calls[0].key]} field="arguments" isAnswer />
        </>
      )}
      {kind === 'response' && <Response step={step} />}
      {!isAnswer && calls.length > 0 && (
        <ul className={styles.calls}>
          {calls.slice(0, MOST_CALLS).map((call, index) => (
            <li key={call.key}>
              <CallMessage call={call} label={callLabel(step, index)} {...reading} />
            </li>
          ))}
          {calls.length > MOST_CALLS && <MoreCalls {...moreCalls(calls.slice(MOST_CALLS))} />}
        </ul>
      )}
    </article>
  );
}

const MoreCalls = ({ words, failed }: ReturnType<typeof moreCalls>) => (
  <li>
    {words}{' '}
    <span className={styles.outcome} data-status="error">
      {failed}
    </span>
  </li>
);

function Thought({ step, ...reading }: MessageStepProps) {
  const { thought, shares, kind } = step;
  const { key, state, tokens } = thought;
  if (hasText(thought) && key)
    return (
      <>
        <h3>{state === 'summary' ? 'Thought, summary' : 'Thought'}</h3>
        <MessageText {...reading} keys={[key]} field="thought" thought={thought} />
      </>
    );
  if (kind === 'run' && state === 'unreported') return null;
  const owner = shares && shares !== 'missing' ? shares.label : undefined;
  return (
    <p>
      <ThinkingMark state={state} tokens={tokens} about={isAbout(step)} owner={owner} />
    </p>
  );
}

type CallMessageProps = Omit<MessageStepProps, 'step'> & { call: Call; label: string };

function CallMessage({ call, label, ...reading }: CallMessageProps) {
  const results = resultKeys(call);
  return (
    <>
      <h3>
        <span className={styles.quiet}>{label} </span>
        Called{' '}
        <code className={styles.tool}>
          <PlainText text={call.tool} />
        </code>{' '}
        <span className={styles.outcome} data-status={call.status}>
          {call.status === 'error' ? '✕ ' : ''}
          {callOutcome(call, reading.open)}
        </span>
      </h3>
      <MessageText {...reading} keys={[call.key]} field="arguments" />
      {results.length > 0 && (
        <>
          <h4>Got</h4>
          <MessageText {...reading} keys={results} field="result" />
        </>
      )}
    </>
  );
}

function Response({ step: { span, isWithin } }: { step: Step }) {
  const message = span?.statusMessage;
  if (span?.status !== 'error') return <p className={styles.quiet}>{noOutputWords(isWithin)}</p>;
  return (
    <p className={styles.outcome} data-status="error">
      ✕ The model call failed{message && ': '}
      {message && <PlainText text={message} />}
    </p>
  );
}
