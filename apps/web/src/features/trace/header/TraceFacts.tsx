'use client';
// The second line of the head: start, duration and what senders report about the trace. Each is a link to the list of
// the traces like it. What does not fit on the line folds behind a button.
import { Suspense, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { AbsoluteTime } from '../../../components/figures/AbsoluteTime.tsx';
import { Duration } from '../../../components/figures/numbers.tsx';
import { Link } from '../../../components/controls/Link.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { tookOf } from '../../../lib/figures/took.ts';
import { pagePath } from '../../../lib/address/pages.ts';
import { later } from '../../../lib/later.ts';
import { drawnText } from '../../../lib/text/visible-text.ts';
import { useSharedTrace } from '../../../lib/traces/shared-trace.ts';
import type { TraceSummary } from '../data/use-trace.ts';
import { durationSearch, forkOrigin, reportedFacts, startSearch } from './trace-facts.ts';
import { TraceMarks } from './TraceMarks.tsx';
import { TraceScores } from './TraceScores.tsx';
import styles from './facts.module.css';

const ForkedFrom = later(async () => (await import('./ForkedFrom.tsx')).ForkedFrom);

interface TraceFactsProps {
  project: string;
  summary: TraceSummary;
}

export function TraceFacts({ project, summary }: TraceFactsProps) {
  const shared = useSharedTrace();
  const list = shared ? undefined : pagePath(project, 'traces');
  const took = tookOf(summary);
  const origin = forkOrigin(summary);
  const items = [
    <Item key="start" label="Started" list={list} search={startSearch(summary.startedAt)} says="in the same hour">
      <AbsoluteTime time={summary.startedAt} />
    </Item>,
    <Item key="duration" label="Duration" list={list} search={durationSearch(took)} says="that took as long">
      <Duration {...took} />
    </Item>,
    ...(!shared && origin
      ? [
          <Suspense key="fork">
            <ForkedFrom project={project} fork={summary.id} origin={origin} />
          </Suspense>,
        ]
      : []),
    ...reportedFacts(summary).map(({ key, label, text, search }) => (
      <Item key={key} label={label} list={list} search={search} says={`with ${label} ${drawnText(text)}`}>
        <PlainText text={text} />
      </Item>
    )),
  ];
  return (
    <div className={styles.facts}>
      <FoldedLine items={items} />
      {!shared && <TraceScores address={{ project, trace: summary.id }} />}
      {!shared && <TraceMarks project={project} summary={summary} />}
    </div>
  );
}

interface ItemProps {
  label: string;
  /** Path of the trace list; undefined where there is none. */
  list: string | undefined;
  search: string | undefined;
  says: string;
  children: ReactNode;
}

function Item({ label, list, search, says, children }: ItemProps) {
  return (
    <>
      <span className={styles.label}>{label}</span>{' '}
      {list !== undefined && search !== undefined ? (
        <Link href={list + search} prefetch={false} className={styles.value} title={`Traces ${says}`}>
          {children}
        </Link>
      ) : (
        <span className={styles.value}>{children}</span>
      )}
    </>
  );
}

/** A list on one line, with a button for the items that have no room on it. */
function FoldedLine({ items }: { items: readonly ReactNode[] }) {
  const list = useRef<HTMLUListElement>(null);
  const [isOpen, setOpen] = useState(false);
  const fitting = useFitting(list, items.length);
  const more = items.length - fitting;
  return (
    <div className={styles.line} data-open={isOpen || undefined}>
      <ul ref={list} aria-label="About this trace">
        {items.map((item, index) => (
          // Invisible, not removed, so that its room can be measured.
          <li key={index} style={isOpen || index < fitting ? undefined : { visibility: 'hidden' }}>
            {item}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <button type="button" aria-expanded={isOpen} className={styles.more} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'less' : `${more} more`}
        </button>
      )}
    </div>
  );
}

/** Number of items on the first line of a wrapping list. */
function useFitting(list: { current: HTMLUListElement | null }, count: number): number {
  const [fitting, setFitting] = useState(count);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const read = () => {
      const items = [...element.children] as HTMLElement[];
      const second = items.findIndex((item) => item.offsetTop > items[0]!.offsetTop);
      setFitting(second === -1 ? items.length : second);
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [list, count]);
  return Math.min(fitting, count);
}
