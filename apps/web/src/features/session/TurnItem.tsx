// One turn: the user's input, a summary of its thoughts and actions, its cost, and its answer; its thoughts in place
// when they are open.
import { ChevronDown, ChevronRight } from 'lucide-react';
import { Link } from '../../components/controls/Link.tsx';
import type { Ref } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { CostBar } from '../../components/figures/CostBar.tsx';
import { NotReported, Percent } from '../../components/figures/numbers.tsx';
import { PlainText } from '../../components/text/PlainText.tsx';
import { Skeleton } from '../../components/states/Skeleton.tsx';
import { TotalMoney } from '../../components/figures/TotalMoney.tsx';
import { absoluteTime, plural, shareOf } from '../../lib/figures/format.ts';
import { reportedHidden, totalOf } from '../../lib/figures/cost-parts.ts';
import { drawnText } from '../../lib/text/visible-text.ts';
import { TurnAnswer } from './TurnAnswer.tsx';
import { TurnThoughts } from './TurnThoughts.tsx';
import { clock, dayOf, noAnswer, thoughtsLine, toolsLine } from './turn-words.ts';
import { isLive, type NumberedTurn } from './use-session.ts';
import type { TurnText } from './use-turn-texts.ts';
import styles from './session.module.css';

interface TurnItemProps {
  ref: Ref<HTMLElement>;
  project: string;
  turn: NumberedTurn;
  before: NumberedTurn | undefined;
  text: TurnText | 'failed' | undefined;
  onRetry: () => void;
  /** The trace's URL. */
  href: string;
  place: { index: number; top: number; of: number };
  current: boolean;
  tabStop: boolean;
  open: boolean;
  onToggle: () => void;
  onFocus: () => void;
}

export function TurnItem({ ref, turn, before, text, onRetry, href, place, ...state }: TurnItemProps) {
  const { project, current, tabStop, open, onToggle, onFocus } = state;
  const loaded = typeof text === 'object' ? text : undefined;
  const live = isLive(turn);
  const day = dayOf(turn.startedAt, before?.startedAt);
  const asked = loaded?.asked ?? loaded?.name;
  return (
    <article
      ref={ref}
      data-index={place.index}
      data-row={place.index}
      aria-posinset={place.index + 1}
      aria-setsize={place.of}
      aria-label={`Turn ${turn.number}${asked ? `: ${drawnText(asked)}` : ''}`}
      aria-current={current || undefined}
      tabIndex={tabStop ? 0 : -1}
      className={styles.turn}
      style={{ transform: `translateY(${place.top}px)` }}
      onFocus={onFocus}
    >
      {day && <p className={styles.day}>{day}</p>}
      <div className={styles.line}>
        <span className={styles.turnNumber}>{turn.number}</span>
        <Time at={turn.startedAt} />
        <span className={styles.role}>USER</span>
        <p className={styles.askedText}>
          {text === undefined ? (
            <Skeleton width="60%" height="0.875rem" />
          ) : text === 'failed' ? (
            <span className={styles.error}>
              ✕ Text could not be loaded. <Button onClick={onRetry}>Retry</Button>
            </span>
          ) : asked ? (
            <PlainText text={asked} />
          ) : (
            <span className={styles.quiet}>No input recorded</span>
          )}
        </p>
      </div>
      <Deeds turn={turn} text={loaded} href={href} open={open} onToggle={onToggle} />
      {open && <TurnThoughts project={project} trace={turn.id} live={live} href={href} />}
      {loaded && (
        <div className={styles.line}>
          <span />
          <Time at={loaded.answeredAt ?? turn.endedAt} />
          <span className={styles.role}>ANSWER</span>
          {loaded.answer ? (
            <TurnAnswer {...{ project, href }} turn={turn} text={loaded} />
          ) : (
            <p className={styles.answerText}>
              <span className={live ? styles.running : turn.errors > 0 ? styles.error : styles.quiet}>
                <PlainText text={noAnswer(turn, loaded, live)} />
              </span>
            </p>
          )}
        </div>
      )}
    </article>
  );
}

const Time = ({ at }: { at: Date }) => (
  <time dateTime={at.toISOString()} title={absoluteTime(at)} className={styles.time}>
    {clock(at)}
  </time>
);

interface DeedsProps {
  turn: NumberedTurn;
  text: TurnText | undefined;
  href: string;
  open: boolean;
  onToggle: () => void;
}

/** Cool: readable thinking. Warm: hidden thinking that was paid for. Neutral: not reported, or none. */
const INKS = { '┊': styles.thoughtInk, '▨': styles.hidden, '◌': styles.quiet, '—': styles.quiet };

/** `┊ 3 thoughts · 4 calls · $0.061 · ▨ 12 %      web_search, get_order ×2, help      open trace →` */
function Deeds({ turn, text, href, open, onToggle }: DeedsProps) {
  const [total, hidden] = [totalOf(turn.costs), reportedHidden(turn)];
  const thoughts = text ? thoughtsLine(text.highlight) : undefined;
  const tools = toolsLine(text?.highlight ?? null);
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <div className={styles.actions}>
      <button type="button" className={styles.toggle} aria-expanded={open} onClick={onToggle}>
        <Chevron size={14} aria-hidden />
        {thoughts ? (
          <span className={INKS[thoughts.mark]}>
            <span aria-hidden>{thoughts.mark} </span>
            {thoughts.text}
          </span>
        ) : (
          'thoughts'
        )}
      </button>
      <span>{plural(turn.calls, 'call')}</span>
      <TotalMoney of={turn} />
      <span className={hidden ? styles.hidden : styles.quiet} title="Hidden share of the cost">
        ▨ <span className="visually-hidden">hidden </span>
        {hidden === null ? <NotReported /> : <Percent share={shareOf(hidden, total)} />}
      </span>
      <span className={styles.bar}>{total > 0n && <CostBar parts={turn.costs} />}</span>
      <span className={tools.failed ? styles.failedTool : styles.toolNames}>
        <PlainText text={tools.text} />
      </span>
      <Link href={href} prefetch={false} className={styles.openTrace}>
        open trace <span aria-hidden>→</span>
        <span className="visually-hidden"> of turn {turn.number}</span>
      </Link>
    </div>
  );
}
