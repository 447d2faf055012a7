'use client';
// The Messages view: the transcript as a document of headings and lists, one page of steps at a time. Thoughts in
// serif, calls in mono, answers in sans. The page loads with the beginning of each text; whole texts load when they are
// near the visible area.
import { useMemo, useRef } from 'react';
import { Button } from '../../../components/controls/Button.tsx';
import { exactCount } from '../../../lib/figures/format.ts';
import { resultKeys } from '../../../lib/steps/joined-call.ts';
import { isPartial, openWords } from '../../../lib/steps/sentences.ts';
import type { Step, Timeline } from '../../../lib/steps/step-tree.ts';
import { firstModelCall, TraceInput } from './TraceInput.tsx';
import { RequestContext } from './RequestContext.tsx';
import { useTextRefusal } from '../../../lib/traces/shared-trace.ts';
import { growingPreviews, type GrowingStep } from '../live/growth.ts';
import { MessageStep } from './MessageStep.tsx';
import { useOwnScrollKeys } from '../navigation/use-own-scroll-keys.ts';
import { usePreviews } from '../data/use-previews.ts';
import { useStayAt } from '../text/use-stay-at.ts';
import { useStayAtEnd } from '../text/use-stay-at-end.ts';
import type { Selection } from '../navigation/use-selection.ts';
import type { TimeTravel } from '../time/use-time-travel.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import styles from './messages.module.css';

interface MessagesViewProps {
  address: TraceAddress;
  timeline: Timeline;
  selection: Selection;
  find: string;
  /** The input of the trace; null when it is not available. */
  asked: string | null;
  travel: TimeTravel;
  /** More spans of the trace may still arrive. */
  live: boolean;
  growing: ReadonlyMap<string, GrowingStep>;
  onSelect: (step: Step, call: number) => void;
}

export function MessagesView(props: MessagesViewProps) {
  const { address, timeline, selection, find, asked, travel, live, growing, onSelect } = props;
  const open = openWords({ live, past: travel.at !== null });
  const page = pageOf(timeline.steps, selection.step);
  const partial = new Set(page.steps.filter(isPartial).flatMap(stepTextKeys));
  const grown = useMemo(() => growingPreviews(growing), [growing]);
  const previews = usePreviews(address, page.steps.flatMap(stepTextKeys), { partial, growing: grown });
  const scroller = useRef<HTMLElement>(null);
  const refusal = useTextRefusal();
  const first = refusal ? undefined : firstModelCall(timeline.steps);
  const chosen = selection.implied ? undefined : selection.step?.number;
  useStayAt(scroller, {
    selector: chosen === undefined ? undefined : `[data-step="${chosen}"]`,
    grows: selection.step !== undefined && growing.has(selection.step.key),
  });
  useOwnScrollKeys(scroller);
  useStayAtEnd(scroller, live && travel.at === null);
  const turn = (index: number) => {
    const step = timeline.steps[index * STEPS_PER_PAGE];
    if (step) onSelect(step, -1);
  };
  return (
    <section ref={scroller} className={styles.messages} aria-label="Messages" tabIndex={0}>
      <div className={styles.document}>
        {first !== undefined && page.index === 0 && <RequestContext {...{ address, asked, find }} spanId={first} />}
        {asked !== null && page.index === 0 && <TraceInput {...{ address, asked, find }} steps={timeline.steps} />}
        <ol className={styles.steps}>
          {page.steps.map((step) => (
            <li key={step.key} data-step={step.number} aria-current={step.number === chosen ? 'step' : undefined}>
              <MessageStep
                {...{ address, step, previews, find, open }}
                showsRequest={!refusal && step.span?.id !== first}
                growing={growing.get(step.key)}
              />
            </li>
          ))}
        </ol>
        {page.count > 1 && <Pages page={page} onTurn={turn} />}
      </div>
    </section>
  );
}

function Pages({ page: { index, count, steps }, onTurn }: { page: MessagePage; onTurn: (index: number) => void }) {
  return (
    <nav className={styles.pages} aria-label="Pages of the transcript">
      <Button disabled={index === 0} onClick={() => onTurn(index - 1)}>
        Earlier steps
      </Button>
      <span>
        Steps {exactCount(steps[0]?.number ?? 0)} to {exactCount(steps.at(-1)?.number ?? 0)}, page {index + 1} of{' '}
        {count}
      </span>
      <Button disabled={index === count - 1} onClick={() => onTurn(index + 1)}>
        Later steps
      </Button>
    </nav>
  );
}

/** Keys of the rows whose texts the transcript shows for a step. */
function stepTextKeys({ calls, thought }: Step): string[] {
  const keys = calls.flatMap((call) => [call.key, ...resultKeys(call)]);
  return [...new Set(thought.key === null ? keys : [...keys, thought.key])];
}

/** A page is small enough to read, search and print as a document. */
const STEPS_PER_PAGE = 200;

interface MessagePage {
  /** Counted from 0. */
  index: number;
  count: number;
  steps: readonly Step[];
}

/** The page with the step; the first page without one. */
export function pageOf(steps: readonly Step[], step: Step | undefined): MessagePage {
  const count = Math.max(1, Math.ceil(steps.length / STEPS_PER_PAGE));
  const index = Math.min(count - 1, Math.floor(((step?.number ?? 1) - 1) / STEPS_PER_PAGE));
  return { index, count, steps: steps.slice(index * STEPS_PER_PAGE, (index + 1) * STEPS_PER_PAGE) };
}
