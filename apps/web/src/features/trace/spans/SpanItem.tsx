// One row of the Spans view: kind and name, its step, tokens, cost and duration, and its position in the trace's time.
import type { CSSProperties } from 'react';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { Duration, Money } from '../../../components/figures/numbers.tsx';
import { duration, exactCount, money, plural, tokens } from '../../../lib/figures/format.ts';
import { OUTCOME_WORDS, outcomeReasons, whyInferred, type OpenCall } from '../../../lib/steps/call-outcome.ts';
import type { CallRow, SpanRow } from '../../../lib/skeleton/skeleton.ts';
import { nano, openSpanWords } from '../../../lib/steps/sentences.ts';
import type { Step } from '../../../lib/steps/step-tree.ts';
import { drawnText } from '../../../lib/text/visible-text.ts';
import { earlyWords } from '../time/clock-skew.ts';
import { barOf, type SpanEntry, type SpanTree } from '../time/span-tree.ts';
import styles from './spans.module.css';

/** Deeper levels keep this indent, and their number is shown. */
const DEEPEST_INDENT = 6;

interface SpanItemProps {
  entry: SpanEntry;
  tree: SpanTree;
  /** In pixels. */
  top: number;
  /** Starts at 2: row 1 is the header. */
  rowIndex: number;
  expanded: boolean | undefined;
  selected: boolean;
  /** In the tab order: the selected row, or the first one. */
  reachable: boolean;
  step: Step | undefined;
  /** The call that the span executed. */
  run: CallRow | undefined;
  /** How a span without an end is described. */
  open: OpenCall;
  /** On the critical path. */
  critical: boolean;
}

export function SpanItem({
  entry,
  tree,
  top,
  rowIndex,
  expanded,
  selected,
  reachable,
  step,
  run,
  open,
  critical,
}: SpanItemProps) {
  const { span, level } = entry;
  const indent = Math.min(level - 1, DEEPEST_INDENT);
  const bar = span && barOf(tree, span);
  const skew = earlyWords(span, tree.entries[entry.parent]?.span);
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      aria-level={level}
      aria-posinset={entry.position}
      aria-setsize={entry.setSize}
      aria-expanded={expanded}
      aria-selected={selected}
      aria-label={spanWords(entry, { step, run, open, skew, critical })}
      tabIndex={reachable ? 0 : -1}
      className={styles.row}
      data-key={entry.key}
      style={{ transform: `translateY(${top}px)`, '--indent': indent } as CSSProperties}
    >
      <span role="gridcell" className={styles.name}>
        <span aria-hidden className={styles.twisty} data-twisty={expanded === undefined ? undefined : true}>
          {expanded === undefined ? '' : expanded ? '▾' : '▸'}
        </span>
        {level - 1 > DEEPEST_INDENT && <span className={styles.quiet}>{level}›</span>}
        {span ? <Name span={span} run={run} /> : `Parent not received (${plural(entry.children, 'span')})`}
        {skew && (
          <span className={styles.quiet} title={`It begins before the span it is part of: ${skew}`}>
            ⚠ {skew}
          </span>
        )}
      </span>
      <span role="gridcell" className={styles.quiet}>
        {step?.number}
      </span>
      <span role="gridcell" className={styles.figure}>
        {span && <SpanTokens span={span} />}
      </span>
      <span role="gridcell" className={styles.figure}>
        {span && <SpanCost span={span} />}
      </span>
      <span role="gridcell" className={styles.took}>
        {span && <Took span={span} run={run} open={open} />}
      </span>
      <span role="gridcell" className={styles.time}>
        {bar && span && run?.status !== 'no_result' && (
          <span
            className={styles.bar}
            data-kind={span.kind}
            data-critical={critical || undefined}
            title={critical ? 'On the critical path: the trace takes as long as these spans do' : undefined}
            data-error={span.status === 'error' || undefined}
            data-open={span.duration === null || undefined}
            data-inferred={run?.durationInferred || undefined}
            style={{ left: `${bar.left * 100}%`, width: `${bar.width * 100}%` }}
          />
        )}
      </span>
    </div>
  );
}

/** Only model calls, and runs that report usage, have tokens: elsewhere the cell is empty. */
function SpanTokens({ span: { inputTokens, outputTokens } }: { span: SpanRow }) {
  if (inputTokens === null && outputTokens === null) return null;
  const words = [
    `${inputTokens === null ? 'input not reported' : `${exactCount(inputTokens)} input`}`,
    `${outputTokens === null ? 'output not reported' : `${exactCount(outputTokens)} output`}`,
  ];
  return <span title={`${words.join(', ')} tokens`}>{tokens((inputTokens ?? 0) + (outputTokens ?? 0))}</span>;
}

function SpanCost({ span }: { span: SpanRow }) {
  if (span.cost !== null) return <Money nano={nano(span.cost)} />;
  return span.kind === 'generation' && span.outputTokens !== null ? <Money nano={null} /> : null;
}

/** A span without a result has no duration, although a span always has an end. */
function Took({ span, run, open }: { span: SpanRow; run: CallRow | undefined; open: OpenCall }) {
  if (run?.status === 'no_result') return <Duration milliseconds={null} unknown={OUTCOME_WORDS.no_result.says} />;
  const inferred = run?.durationInferred ? whyInferred(run) : undefined;
  return <Duration milliseconds={span.duration} inferred={inferred} unknown={openSpanWords(span, open)} />;
}

function Name({ span, run }: { span: SpanRow; run: CallRow | undefined }) {
  const failure = failureOf(span, run);
  return (
    <>
      {failure && (
        <span className={styles.error} title={run && outcomeReasons({ ...run, durationInferred: false }).join('\n')}>
          {failure.mark}
          <span className="visually-hidden"> {failure.says}</span>
        </span>
      )}
      <span className={styles.text} data-kind={span.kind} title={span.statusMessage ?? undefined}>
        <PlainText text={span.name} />
      </span>
      <span className={styles.quiet}>{KINDS[span.kind] ?? ''}</span>
      {span.model && !span.name.includes(span.model) && (
        <span className={styles.quiet}>
          <PlainText text={span.model} />
        </span>
      )}
    </>
  );
}

/** A span of another kind (HTTP, a database) is identified by its name. */
const KINDS: Partial<Record<string, string>> = { generation: 'model call', tool: 'tool', agent: 'agent' };

/** The span's own status, or what the result of its call reads like. */
function failureOf(span: SpanRow, run: CallRow | undefined) {
  if (span.status === 'error') return OUTCOME_WORDS.error;
  return run?.status === 'probable_error' ? OUTCOME_WORDS.probable_error : undefined;
}

interface Facts extends Pick<SpanItemProps, 'step' | 'run' | 'open' | 'critical'> {
  skew: string;
}

function spanWords({ span, children }: SpanEntry, { step, run, open, skew, critical }: Facts): string {
  if (!span) return `Parent not received, ${plural(children, 'span')}.`;
  const kind = KINDS[span.kind] ?? 'span';
  const path = critical && 'on the critical path';
  const cost = span.cost !== null && money(nano(span.cost));
  const parts = [`${kind} ${span.name}`, path, tookWords(span, run, open), cost, failureOf(span, run)?.says, skew];
  return drawnText(`${[...parts, step && `step ${step.number}`].filter(Boolean).join(', ')}.`);
}

function tookWords(span: SpanRow, run: CallRow | undefined, open: OpenCall): string {
  if (run?.status === 'no_result') return OUTCOME_WORDS.no_result.says;
  if (span.duration === null) return openSpanWords(span, open);
  return `${run?.durationInferred ? 'about ' : ''}${duration(span.duration)}`;
}
