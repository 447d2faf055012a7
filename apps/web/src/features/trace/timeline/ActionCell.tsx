// The right lane: the actions of the thought. Calls of one thought share a bracket; an answer is the final message.
import type { ReactNode } from 'react';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { GrowingLine, GrowingText } from '../../../components/steps/GrowingText.tsx';
import { drawnText } from '../../../lib/text/visible-text.ts';
import { skewWords } from '../time/clock-skew.ts';
import { timesRun, type Call } from '../../../lib/steps/joined-call.ts';
import { lastCallOf, type GrowingStep } from '../live/growth.ts';
import { MAX_CALLS_SHOWN, type Lane } from './layout.ts';
import {
  callOutcome,
  durationWords,
  hasNoEnd,
  openCallWords,
  OUTCOME_WORDS,
  outcomeOf,
  outcomeReasons,
  type OpenCall,
} from '../../../lib/steps/call-outcome.ts';
import { callFailure, isAwaited, isPartial, moreCalls, noOutputWords } from '../../../lib/steps/sentences.ts';
import { FailureWords } from '../../../components/steps/FailureWords.tsx';
import { taskLabel } from '../../../lib/steps/step-task.ts';
import type { Step } from '../../../lib/steps/step-tree.ts';
import type { Previews } from '../data/use-previews.ts';
import styles from './cells.module.css';

/** A longer name may not fit into its line. */
const LONG_NAME = 24;

interface ActionCellProps {
  step: Step;
  /** Number of lines for an answer. */
  lines: number;
  previews: Previews;
  /** Index of the selected call. */
  selected: number;
  /** Set while the step's last text is streaming. */
  growing: GrowingStep | undefined;
  hide: ReadonlySet<Lane>;
  find: string;
  /** How a call without an end is described. */
  open: OpenCall;
  /** Replaces the text of this call when it could not be loaded. */
  retry: ReactNode;
  failed: string | undefined;
}

export function ActionCell(props: ActionCellProps) {
  const { step, lines, previews, selected, growing, hide, find, open, retry, failed } = props;
  const { kind, calls } = step;
  if (kind === 'response') return growing ? null : <Response step={step} open={open} />;
  if (kind === 'answer' || kind === 'trailing')
    return hide.has('said') ? null : (
      <Answer {...{ step, lines, previews, growing, find, open }} retry={failed && retry} />
    );
  const last = growing && lastCallOf(step);
  if (hide.has('did')) return null;
  return (
    <div className={styles.deeds} data-several={calls.length > 1 || undefined}>
      {calls.slice(0, MAX_CALLS_SHOWN).map((call, index) => (
        <CallLine
          key={call.key}
          {...{ call, index, selected: index === selected }}
          open={call === last ? 'streaming' : growing ? 'no result yet' : open}
        >
          {call.key === failed ? (
            retry
          ) : (
            <Arguments call={call} previews={previews} find={find} isGrowing={call === last} />
          )}
        </CallLine>
      ))}
      {calls.length > MAX_CALLS_SHOWN && <MoreCalls {...moreCalls(calls.slice(MAX_CALLS_SHOWN))} />}
    </div>
  );
}

const MoreCalls = ({ words, failed, probable }: ReturnType<typeof moreCalls>) => (
  <div className={styles.more}>
    {words}
    {failed && <span className={styles.moreFailed}> {failed}</span>}
    {probable && <span className={styles.moreFailed}> {probable}</span>}
  </div>
);

const GOES_ON: ReadonlySet<OpenCall> = new Set<OpenCall>(['running', 'streaming']);

interface CallLineProps {
  call: Call;
  index: number;
  selected: boolean;
  open: OpenCall;
  children: ReactNode;
}

function CallLine({ call, index, selected, open, children }: CallLineProps) {
  const pending = hasNoEnd(call);
  return (
    <div className={styles.call} data-call={index} data-selected={selected || undefined}>
      <span className={styles.tool} title={call.tool.length > LONG_NAME ? drawnText(call.tool) : undefined}>
        <span aria-hidden>⚙ </span>
        <PlainText text={call.tool} />
      </span>
      <span className={styles.arguments}>{children}</span>
      <span
        className={styles.outcome}
        data-status={pending && GOES_ON.has(open) ? 'running' : call.status}
        title={[[callOutcome(call, open), skewWords(call)].filter(Boolean).join(', '), ...outcomeReasons(call)].join(
          '\n',
        )}
      >
        {skewWords(call) && '⚠ '}
        {pending ? `${GOES_ON.has(open) ? '∙∙∙ ' : ''}${openCallWords(call, open)}` : outcome(call)}
      </span>
    </div>
  );
}

function outcome(call: Call): string {
  const ending = outcomeOf(call);
  const { mark = '', says = '' } = ending === undefined || ending === 'open' ? {} : OUTCOME_WORDS[ending];
  const parts = [
    mark || says,
    call.incomplete && 'cut off',
    durationWords(call),
    timesRun(call) > 1 && `×${timesRun(call)}`,
  ];
  return parts.filter(Boolean).join(' ');
}

interface ArgumentsProps {
  call: Call;
  previews: Previews;
  find: string;
  isGrowing: boolean;
}

function Arguments({ call, previews, find, isGrowing }: ArgumentsProps) {
  const preview = previews.get(previewKey(call));
  if (typeof preview !== 'object' || !preview.arguments || preview.arguments === '{}') return null;
  if (isGrowing) return <GrowingLine text={preview.arguments} find={find} />;
  return (
    <span>
      <PlainText text={preview.arguments.replaceAll(/\s+/g, ' ')} find={find} />
    </span>
  );
}

type AnswerProps = Pick<ActionCellProps, 'step' | 'lines' | 'previews' | 'growing' | 'find' | 'open' | 'retry'>;

function Answer({ step, lines, previews, growing, find, open, retry }: AnswerProps) {
  const call = step.calls[0];
  const preview = call && previews.get(previewKey(call));
  const stored = typeof preview === 'object' ? (preview.arguments ?? preview.preamble) : null;
  if (growing) return stored && <GrowingText text={stored} lines={lines} find={find} />;
  const failure = callFailure(step);
  return (
    <div className={styles.answer} style={{ WebkitLineClamp: lines }}>
      {failure === undefined ? (
        <span className={styles.answerLabel}>
          {step.kind === 'answer' ? 'Answer' : (taskLabel(step) ?? 'Trailing text')}
        </span>
      ) : (
        <span className={styles.failed}>
          <FailureWords step={step} message={failure} />
          {stored && ' · had written:'}
        </span>
      )}{' '}
      {isPartial(step) && <span className={styles.openAnswer}>{open}</span>}{' '}
      {stored && (
        <bdi>
          <PlainText text={stored.replaceAll(/\s+/g, ' ')} find={find} />
        </bdi>
      )}
      {retry}
    </div>
  );
}

function Response({ step, open }: Pick<ActionCellProps, 'step' | 'open'>) {
  const { isWithin } = step;
  const failure = callFailure(step);
  if (failure === undefined)
    return <div className={styles.more}>{isAwaited(step) && !isWithin ? open : noOutputWords(isWithin)}</div>;
  return (
    <div className={styles.failure}>
      <FailureWords step={step} message={failure} />
    </div>
  );
}

/** Key of the row that has the call's arguments. */
const previewKey = (call: Call): string => call.key;
