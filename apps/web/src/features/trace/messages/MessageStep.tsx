'use client';
// One step of the transcript: its thought, message, calls and results, or the exact reason why one is missing.
import { PlainText } from '../../../components/text/PlainText.tsx';
import { FailureWords } from '../../../components/steps/FailureWords.tsx';
import { GrowingMark } from '../../../components/steps/GrowingMark.tsx';
import { TextlessThought } from '../../../components/steps/TextlessThought.tsx';
import { resultKeys, type Call } from '../../../lib/steps/joined-call.ts';
import {
  callOutcome,
  failureMark,
  isUnansweredCall,
  outcomeReasons,
  type OpenCall,
} from '../../../lib/steps/call-outcome.ts';
import {
  callFailure,
  hasText,
  isAwaited,
  moreCalls,
  noOutputWords,
  paidSentence,
  WRITTEN_BEFORE_FAILURE,
} from '../../../lib/steps/sentences.ts';
import { taskLabel } from '../../../lib/steps/step-task.ts';
import { callLabel, type Step } from '../../../lib/steps/step-tree.ts';
import { isSilent, lastCallOf, type GrowingStep } from '../live/growth.ts';
import { useTextRefusal } from '../../../lib/traces/shared-trace.ts';
import { MediaOfAnswer } from '../media/later-media.tsx';
import { AgentContext } from './RequestContext.tsx';
import { MessageText } from './MessageText.tsx';
import type { Previews } from '../data/use-previews.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import styles from './messages.module.css';

/** Maximum number of calls per thought that are listed; the step's panel has the others. */
const MAX_CALLS = 20;

interface MessageStepProps {
  address: TraceAddress;
  step: Step;
  previews: Previews;
  find: string;
  /** The request of an agent that takes over can be opened. */
  showsRequest?: boolean;
  /** How a call without an end is described. */
  open: OpenCall;
  /** Set while the step's last text is streaming. */
  growing: GrowingStep | undefined;
}

export function MessageStep({ step, growing, showsRequest = false, ...reading }: MessageStepProps) {
  const { kind, calls, thought } = step;
  const isGrowing = growing !== undefined;
  const isAnswer = kind === 'answer' || kind === 'trailing';
  const failure = callFailure(step);
  const showsMedia = !useTextRefusal() && (isAnswer || kind === 'response');
  return (
    <article aria-labelledby={`step-${step.number}`}>
      <h2 id={`step-${step.number}`} className={styles.heading}>
        Step {step.number}
        {step.showsAgent && step.agent && (
          <span className={styles.quiet}>
            <PlainText text={step.agent} />
          </span>
        )}
        <span className={styles.quiet}>{step.paid && paidSentence(step)}</span>
      </h2>
      {showsRequest && step.showsAgent && step.agent && step.span && kind !== 'run' && (
        <AgentContext {...reading} agent={step.agent} spanId={step.span.id} />
      )}
      <Thought {...{ step, growing }} {...reading} />
      {thought.hasPreamble && thought.key && (
        <>
          <h3>Message</h3>
          <MessageText {...reading} keys={[thought.key]} field="preamble" isGrowing={isGrowing} />
        </>
      )}
      {isAnswer && calls[0] && !isSilent(step, growing) && (
        <>
          <h3>{answerTitle(step)}</h3>
          <MessageText {...reading} keys={[calls[0].key]} field="arguments" isAnswer isGrowing={isGrowing} />
        </>
      )}
      {showsMedia && step.span && !isGrowing && <MediaOfAnswer address={reading.address} spanId={step.span.id} />}
      {kind === 'response' && failure === undefined && !growing && <NoOutput step={step} open={reading.open} />}
      {!isAnswer && calls.length > 0 && (
        <ul className={styles.calls}>
          {calls.slice(0, MAX_CALLS).map((call, index) => (
            <li key={call.key}>
              <CallMessage {...{ step, call, growing }} label={callLabel(step, index)} {...reading} />
            </li>
          ))}
          {calls.length > MAX_CALLS && <MoreCalls {...moreCalls(calls.slice(MAX_CALLS))} />}
        </ul>
      )}
      {failure !== undefined && (
        <p className={styles.outcome} data-status="error">
          <FailureWords step={step} message={failure} />
        </p>
      )}
      {growing && (
        <p>
          <GrowingMark began={growing.began} />
        </p>
      )}
    </article>
  );
}

function answerTitle(step: Step): string {
  if (callFailure(step) !== undefined) return WRITTEN_BEFORE_FAILURE;
  return step.kind === 'answer' ? 'Answer' : (taskLabel(step) ?? 'Trailing text');
}

const MoreCalls = ({ words, failed }: ReturnType<typeof moreCalls>) => (
  <li>
    {words}{' '}
    <span className={styles.outcome} data-status="error">
      {failed}
    </span>
  </li>
);

function Thought({ step, growing, ...reading }: MessageStepProps) {
  const { thought, shares, kind, span } = step;
  const { key, state } = thought;
  if (taskLabel(step)) return null;
  if (hasText(thought) && key)
    return (
      <>
        <h3>{state === 'summary' ? 'Thought, summary' : 'Thought'}</h3>
        <MessageText {...reading} keys={[key]} field="thought" thought={thought} isGrowing={growing !== undefined} />
      </>
    );
  if (growing) return null;
  // The lines below say that the step failed, or that no response requested it; whether it had a thought is unknown.
  if (state === 'unreported' && (kind === 'run' || span?.status === 'error')) return null;
  const owner = shares && shares !== 'missing' ? shares.label : undefined;
  return (
    <p>
      <TextlessThought step={step} owner={owner} />
    </p>
  );
}

type CallMessageProps = MessageStepProps & { call: Call; label: string };

function CallMessage({ step, call, label, growing, open, ...reading }: CallMessageProps) {
  const results = resultKeys(call);
  const isGrowing = growing !== undefined && call === lastCallOf(step);
  return (
    <>
      <h3>
        <span className={styles.quiet}>{label} </span>
        Called{' '}
        <code className={styles.tool}>
          <PlainText text={call.tool} />
        </code>{' '}
        <span className={styles.outcome} data-status={call.status} title={outcomeReasons(call).join('\n') || undefined}>
          {failureMark(call)}
          {callOutcome(call, isGrowing ? 'streaming' : growing ? 'no result yet' : open)}
        </span>
      </h3>
      <MessageText {...reading} keys={[call.key]} field="arguments" isGrowing={isGrowing} />
      {results.length > 0 && !isUnansweredCall(call) && (
        <>
          <h4>Result</h4>
          <MessageText {...reading} keys={results} field="result" isGrowing={false} />
        </>
      )}
    </>
  );
}

function NoOutput({ step, open }: Pick<MessageStepProps, 'step' | 'open'>) {
  return <p className={styles.quiet}>{isAwaited(step) && !step.isWithin ? open : noOutputWords(step.isWithin)}</p>;
}
