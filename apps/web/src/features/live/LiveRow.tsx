// One row of the live screen: trace and time of the step, its thought, its action, its cost. All rows have the same
// height.
import { isHidden } from '../../lib/figures/thinking.ts';
import { memo, type CSSProperties } from 'react';
import { NotReported, Percent } from '../../components/figures/numbers.tsx';
import { PlainText } from '../../components/text/PlainText.tsx';
import { QuotedMessage } from '../../components/text/QuotedMessage.tsx';
import { ActionLine } from '../../components/steps/ActionLine.tsx';
import { GrowingMark } from '../../components/steps/GrowingMark.tsx';
import { GrowingLine, GrowingText } from '../../components/steps/GrowingText.tsx';
import { StepMoney } from '../../components/steps/StepMoney.tsx';
import { SumMoney } from '../../components/steps/SumMoney.tsx';
import { TextlessThought } from '../../components/steps/TextlessThought.tsx';
import { ThoughtText } from '../../components/text/ThoughtText.tsx';
import { stepAction } from '../../lib/steps/step-action.ts';
import { hasText, hiddenShareOf, isPartial, isThinkingUnknown } from '../../lib/steps/sentences.ts';
import { useNow } from '../../lib/time/now.ts';
import { sumOf } from '../../lib/steps/step-sums.ts';
import { drawnText } from '../../lib/text/visible-text.ts';
import { clockTime, rowWords, titleWords, traceHue } from './row-words.ts';
import type { TailRow } from './tail-rows.ts';
import type { TailStep } from './tail.ts';
import styles from './live.module.css';

interface LiveRowProps {
  row: TailRow;
  index: number;
  top: number;
  selected: boolean;
  href: string;
}

export const LiveRow = memo(function LiveRow({ row, index, top, selected, href }: LiveRowProps) {
  const newest = row.kind === 'group' ? row.newest : row.step;
  const inGroup = row.kind === 'step' && row.inGroup;
  const style = { transform: `translateY(${top}px)`, '--hue': traceHue(newest.trace) } as CSSProperties;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-level={inGroup ? 2 : 1}
      aria-selected={selected}
      aria-expanded={row.kind === 'group' ? row.isOpen : undefined}
      aria-label={rowWords(row)}
      tabIndex={selected ? 0 : -1}
      className={styles.row}
      data-row={index}
      data-in-group={inGroup || undefined}
      style={style}
    >
      <span className={styles.tick} aria-hidden />
      <div role="gridcell" className={styles.whose}>
        <a href={href} tabIndex={-1} className={styles.title} data-open={index}>
          <PlainText text={titleWords(newest)} />
        </a>
        <span className={styles.when}>
          {clockTime(newest.step)}
          {row.kind === 'group' && <b> · {row.steps.length} steps</b>}
        </span>
      </div>
      <div role="gridcell" className={styles.thoughtLane}>
        <Thought tail={newest} />
      </div>
      <div role="gridcell" className={styles.actionLane}>
        <StepActionLine tail={newest} />
      </div>
      <div role="gridcell" className={styles.paidLane}>
        <Paid steps={row.kind === 'group' ? row.steps : [row.step]} />
      </div>
    </div>
  );
});

function Thought({ tail }: { tail: TailStep }) {
  const { step, thought, said, sharesWith } = tail;
  const { state } = step.thought;
  const isGrowing = useIsGrowing(tail);
  const words = said && (
    <p className={styles.said}>
      <QuotedMessage text={oneLine(said)} />
    </p>
  );
  if (isGrowing)
    return (
      <>
        <Growing tail={tail} />
        {words}
      </>
    );
  if (hasText(step.thought) && thought)
    return (
      <>
        <p className={styles.thought} data-lines={said ? 1 : 2}>
          <ThoughtText text={oneLine(thought)} />
          {state === 'summary' && <span className={styles.tag}>summary</span>}
        </p>
        {words}
      </>
    );
  return (
    <>
      <p className={isHidden(state) ? styles.hidden : styles.quiet}>
        <TextlessThought step={step} owner={sharesWith ? drawnText(sharesWith) : undefined} />
      </p>
      {words}
    </>
  );
}

function Growing({ tail: { step, thought, said, growing } }: { tail: TailStep }) {
  const mark = growing && <GrowingMark began={growing.began} />;
  if (!hasText(step.thought) || !thought) return <p className={styles.quiet}>{mark}</p>;
  return (
    <div className={styles.growing}>
      <GrowingText text={thought} lines={said ? 1 : 2} className={styles.growingThought} />
      {mark}
    </div>
  );
}

/** Becomes false by itself when no snapshot has arrived for a long time. */
function useIsGrowing({ growing }: TailStep): boolean {
  const now = useNow();
  return growing !== null && (now === undefined || now < growing.until);
}

function StepActionLine({ tail }: { tail: TailStep }) {
  const { step, arguments: given } = tail;
  const isGrowing = useIsGrowing(tail);
  const isAnswer = step.kind === 'answer' || step.kind === 'trailing';
  if (isPartial(step) && step.kind !== 'calls')
    return isGrowing ? (
      given && <GrowingText text={given} lines={2} />
    ) : (
      <>
        <div className={styles.action}>no end recorded</div>
        {given && (
          <div className={styles.answer}>
            <PlainText text={oneLine(given)} />
          </div>
        )}
      </>
    );
  return (
    <>
      <div className={styles.action}>
        {/* The end may arrive with the next update, or never. */}
        <ActionLine action={stepAction(step)} open={isGrowing ? 'streaming' : 'no result yet'} />
      </div>
      {given && given !== '{}' && (
        <div className={isAnswer ? styles.answer : styles.arguments}>
          {isGrowing ? <GrowingLine text={given} /> : <PlainText text={oneLine(given)} />}
        </div>
      )}
    </>
  );
}

function Paid({ steps }: { steps: readonly TailStep[] }) {
  const paid = sumOf(steps.map(({ step }) => step.paid));
  if (steps.every(({ step }) => !step.paid)) return <span className={styles.quiet}>—</span>;
  const share = hiddenShareOf(paid);
  const only = steps.length === 1 ? steps[0]?.step : undefined;
  return (
    <>
      {only ? (
        <StepMoney step={only} />
      ) : (
        <span>
          ∑ <SumMoney sum={paid} />
        </span>
      )}
      <span className={share ? styles.hiddenShare : styles.quiet}>
        {only && isThinkingUnknown(only) ? (
          <NotReported says="Thinking tokens not reported" />
        ) : (
          <>
            {share === undefined ? '' : '▨ '}
            <Percent share={share} />
          </>
        )}
      </span>
    </>
  );
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');
