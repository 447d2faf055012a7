// The right lane: the actions of the thought, and what came back. Calls of one thought share a bracket; an answer is the
// final message.
import type { ReactNode } from 'react';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { GrowingLine, GrowingText } from '../../../components/steps/GrowingText.tsx';
import { drawnText } from '../../../lib/text/visible-text.ts';
import { skewWords } from '../time/clock-skew.ts';
import { resultKeys, timesRun, type Call } from '../../../lib/steps/joined-call.ts';
import { lastCallOf, type GrowingStep } from '../live/growth.ts';
import { cutAlike } from './cut-alike.ts';
import type { Lane } from './layout.ts';
import {
  callOutcome,
  durationWords,
  failureMark,
  hasNoEnd,
  hasResult,
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
  /** Number of calls that are shown. */
  shown: number;
  /** Index of the selected call. */
  selected: number;
  /** Controls of the row can be reached with Tab. */
  reachable: boolean;
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
  const { step, lines, previews, selected, shown, reachable, growing, hide, find, open, retry, failed } = props;
  const { kind } = step;
  if (kind === 'response') return growing ? null : <Response step={step} open={open} />;
  if (kind === 'answer' || kind === 'trailing')
    return hide.has('said') ? null : (
      <Answer {...{ step, lines, previews, growing, find, open }} retry={failed && retry} />
    );
  if (hide.has('did')) return null;
  const last = growing && lastCallOf(step);
  const calls = step.calls.slice(0, shown);
  const given = argumentLines(calls, previews);
  return (
    <div className={styles.actions} data-several={step.calls.length > 1 || undefined}>
      {calls.map((call, index) => (
        <div key={call.key} className={styles.call} data-call={index} data-selected={index === selected || undefined}>
          <CallLine call={call} open={call === last ? 'streaming' : growing ? 'no result yet' : open}>
            {call.key === failed ? retry : <Arguments text={given[index]} isGrowing={call === last} find={find} />}
          </CallLine>
          {hasResult(call) && <Result {...{ call, open, previews, find, failed, retry }} />}
        </div>
      ))}
      {step.calls.length > shown && (
        <MoreCalls {...moreCalls(step.calls.slice(shown))} first={shown} reachable={reachable} />
      )}
    </div>
  );
}

interface ArgumentsProps {
  text: string | undefined;
  isGrowing: boolean;
  find: string;
}

function Arguments({ text, isGrowing, find }: ArgumentsProps) {
  if (!text) return null;
  if (isGrowing) return <GrowingLine text={text} find={find} />;
  return (
    <span>
      <PlainText text={text} find={find} />
    </span>
  );
}

/** One line for each call, empty until its preview is loaded. */
function argumentLines(calls: readonly Call[], previews: Previews): string[] {
  return cutAlike(
    calls.map((call) => {
      const preview = previews.get(previewKey(call));
      if (typeof preview !== 'object' || preview.arguments === '{}') return '';
      return preview.argumentsLine ?? preview.arguments ?? '';
    }),
  );
}

type ResultProps = Pick<ActionCellProps, 'open' | 'previews' | 'find' | 'failed' | 'retry'> & { call: Call };

/** What came back: the first of the descriptions of the call that has a result. */
function Result({ call, open, previews, find, failed, retry }: ResultProps) {
  const keys = resultKeys(call);
  const found = keys.map((key) => previews.get(key));
  const preview = found.find((one) => typeof one === 'object' && one.result !== null);
  const text = typeof preview === 'object' ? (preview.resultLine ?? preview.result) : null;
  const isFailed = failed !== undefined && failed !== call.key && keys.includes(failed);
  return (
    <div className={styles.resultLine}>
      <div className={styles.result} data-failed={failureMark(call) !== '' || undefined} dir="auto">
        <span aria-hidden>→ </span>
        <span className="visually-hidden">Result: </span>
        {isFailed ? retry : text !== null && <PlainText text={text} find={find} />}
        {text === null && !found.includes(undefined) && !isFailed && <span className={styles.quiet}>not captured</span>}
      </div>
      <Outcome call={call} open={open} />
    </div>
  );
}

interface MoreCallsProps extends ReturnType<typeof moreCalls> {
  /** Index of the first of them. */
  first: number;
  /** Focusable with Tab, in the row that has the focus or would receive it. */
  reachable: boolean;
}

/** Selects the first of them, whose row then shows more of its calls. The table handles the click. */
const MoreCalls = ({ words, failed, probable, first, reachable }: MoreCallsProps) => (
  <div className={styles.more} data-call={first}>
    <button type="button" tabIndex={reachable ? 0 : -1} className={styles.link}>
      {words}
    </button>
    {failed && <span className={styles.moreFailed}> {failed}</span>}
    {probable && <span className={styles.moreFailed}> {probable}</span>}
  </div>
);

const GOES_ON: ReadonlySet<OpenCall> = new Set<OpenCall>(['running', 'streaming']);

function CallLine({ call, open, children }: { call: Call; open: OpenCall; children: ReactNode }) {
  return (
    <div className={styles.callLine}>
      <span className={styles.tool} title={call.tool.length > LONG_NAME ? drawnText(call.tool) : undefined}>
        <span aria-hidden>⚙ </span>
        <PlainText text={call.tool} />
      </span>
      <span className={styles.arguments}>{children}</span>
      {!hasResult(call) && <Outcome call={call} open={open} />}
    </div>
  );
}

/** Stands beside what came back, or beside the call when nothing did. */
function Outcome({ call, open }: { call: Call; open: OpenCall }) {
  const pending = hasNoEnd(call);
  return (
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

type AnswerProps = Pick<ActionCellProps, 'step' | 'lines' | 'previews' | 'growing' | 'find' | 'open' | 'retry'>;

function Answer({ step, lines, previews, growing, find, open, retry }: AnswerProps) {
  const call = step.calls[0];
  const preview = call && previews.get(previewKey(call));
  const stored = typeof preview === 'object' ? (preview.argumentsLine ?? preview.arguments ?? preview.preamble) : null;
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
