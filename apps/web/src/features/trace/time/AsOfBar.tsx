// The step bar: the position in the trace, and the cost up to there. In time travel it moves the time, otherwise the
// selected step.
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo, type KeyboardEvent } from 'react';
import { Button, IconButton } from '../../../components/controls/Button.tsx';
import { Tokens } from '../../../components/figures/numbers.tsx';
import { SumMoney } from '../../../components/steps/SumMoney.tsx';
import { useSharedTrace } from '../../../lib/traces/shared-trace.ts';
import { wayWords } from '../../../lib/keyboard/key-words.ts';
import { useIsMac, useLabel, useWay } from '../../../lib/keyboard/use-key-words.ts';
import { exactCount, plural } from '../../../lib/figures/format.ts';
import { useSeldom } from '../../../lib/time/use-seldom.ts';
import { notYetIn, type Sum } from '../../../lib/steps/step-sums.ts';
import { hiddenWords, sumsUpTo } from './as-of.ts';
import type { TimeTravel } from './use-time-travel.ts';
import type { Step } from '../../../lib/steps/step-tree.ts';
import type { useMoves, useSelection } from '../navigation/use-selection.ts';
import styles from './as-of.module.css';

interface AsOfBarProps {
  travel: TimeTravel;
  selected: Step | undefined;
  /** Steps that arrived since the user last looked at the last step. */
  fresh: number;
  moves: ReturnType<typeof useMoves>;
  select: ReturnType<typeof useSelection>['select'];
  onConversation: () => void;
}

/** Many steps can arrive per second, but a screen reader should announce them less often. */
const ANNOUNCED_EVERY_MS = 5000;

export function AsOfBar({ travel, selected, fresh, moves, select, onConversation }: AsOfBarProps) {
  const { timeline, at, count } = travel;
  const shared = useSharedTrace();
  const announced = useSeldom(fresh, ANNOUNCED_EVERY_MS);
  const sums = useMemo(() => sumsUpTo(timeline?.steps ?? []), [timeline]);
  if (!timeline || !selected) return <footer className={styles.asOf} />;
  const number = at ?? selected.number;
  const sum = sums[number - 1];
  const step = timeline.steps[number - 1];
  const to = (next: number) => (at === null ? select(timeline.steps[next - 1]) : travel.to(next));
  return (
    <footer className={styles.asOf} data-past={at !== null || undefined}>
      <span role="group" aria-label="Steps" className={styles.stepper}>
        <IconButton label="First step" disabled={number === 1} onClick={() => to(1)}>
          <ChevronFirst size={14} aria-hidden />
        </IconButton>
        <IconButton label="Previous step" disabled={number === 1} onClick={() => to(number - 1)}>
          <ChevronLeft size={14} aria-hidden />
        </IconButton>
        <Scrubber number={number} count={count} to={to} />
        <IconButton label="Next step" disabled={number === count} onClick={() => to(number + 1)}>
          <ChevronRight size={14} aria-hidden />
        </IconButton>
        <IconButton label="Last step" disabled={number === count} onClick={() => to(count)}>
          <ChevronLast size={14} aria-hidden />
        </IconButton>
      </span>
      {fresh > 0 && <Resume fresh={fresh} onClick={at === null ? moves.last : travel.toEnd} />}
      <span role="status" className="visually-hidden">
        {announced > 0 && `Paused, ${plural(announced, 'new step')}`}
      </span>
      {sum && <Paid sum={sum} number={number} context={step?.span?.inputTokens ?? null} />}
      {at !== null && (
        <span className={styles.pastActions}>
          {!shared && (
            <Button look="primary" onClick={onConversation}>
              <span>
                Conversation<span className={styles.inWide}> as of step {number}</span>…
              </span>
            </Button>
          )}
          <Return onClick={travel.leave} />
        </span>
      )}
    </footer>
  );
}

function Resume({ fresh, onClick }: { fresh: number; onClick: () => void }) {
  return (
    <Button look="primary" onClick={onClick}>
      Paused, {plural(fresh, 'new step')}, {useLabel('resume', 'follow')}
    </Button>
  );
}

function Return({ onClick }: { onClick: () => void }) {
  const way = useWay('last');
  const mac = useIsMac();
  return (
    <Button onClick={onClick}>
      <span>Return{way !== undefined && <span className={styles.inWide}> ({wayWords(way, mac)})</span>}</span>
    </Button>
  );
}

/** `7 / 14`, moved with the arrow keys. */
function Scrubber({ number, count, to }: { number: number; count: number; to: (step: number) => void }) {
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowRight: number + 1, ArrowUp: number + 1, ArrowLeft: number - 1, ArrowDown: number - 1 }[
      event.key
    ];
    const far = { PageUp: number + 10, PageDown: number - 10, Home: 1, End: count }[event.key];
    const target = next ?? far;
    if (target === undefined) return;
    event.preventDefault();
    to(Math.max(1, Math.min(count, target)));
  };
  return (
    <span
      role="slider"
      tabIndex={0}
      aria-label="As of step"
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={number}
      aria-valuetext={`step ${number} of ${count}`}
      className={styles.position}
      onKeyDown={onKeyDown}
    >
      {exactCount(number)} / {exactCount(count)}
    </span>
  );
}

function Paid({ sum, number, context }: { sum: Sum; number: number; context: number | null }) {
  const hidden = hiddenWords(sum);
  return (
    <span className={styles.asOfText}>
      as of step {number}: <SumMoney sum={sum} /> · thinking{' '}
      <Tokens
        count={sum.reasoningTokens}
        estimated={sum.approximate}
        atLeast={sum.uncounted}
        unit="tok"
        unknown={notYetIn(sum)}
      />
      {hidden !== undefined && (
        <>
          , <span className={styles.hidden}>▨ {hidden}</span>
        </>
      )}
      {context !== null && (
        <>
          {' '}
          · context <Tokens count={context} unit="tok" />
        </>
      )}
    </span>
  );
}
