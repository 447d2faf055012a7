// One hit: its trace, the matched words of the thought, and the action the thought led to.
import { Link } from '../../components/controls/Link.tsx';
import { Fragment, type Ref } from 'react';
import { Money, Percent } from '../../components/figures/numbers.tsx';
import { PlainText } from '../../components/text/PlainText.tsx';
import { RelativeTime } from '../../components/figures/RelativeTime.tsx';
import { ActionLine } from '../../components/steps/ActionLine.tsx';
import { ThinkingMark, ThinkingTag } from '../../components/text/ThinkingMark.tsx';
import { ThoughtText } from '../../components/text/ThoughtText.tsx';
import { plural } from '../../lib/figures/format.ts';
import { nano } from '../../lib/steps/sentences.ts';
import { isHidden } from '../../lib/figures/thinking.ts';
import { traceTitle } from '../../lib/traces/trace-title.ts';
import { drawnText } from '../../lib/text/visible-text.ts';
import type { SearchUrl } from './search-url.ts';
import { fieldLabel, otherFields } from './search-words.ts';
import type { SearchHit } from './use-search.ts';
import styles from './search.module.css';

interface HitItemProps {
  ref: Ref<HTMLElement>;
  hit: SearchHit;
  terms: readonly string[];
  group: SearchUrl['group'];
  /** Only the first hit of a group shows the trace. */
  isFirst: boolean;
  href: string;
  place: { index: number; top: number; of: number };
  current: boolean;
  tabStop: boolean;
  onFocus: () => void;
  onOpen: () => void;
}

const titleOf = ({ title, traceId }: SearchHit) => traceTitle({ asked: title, id: traceId });

export function HitItem({ ref, hit, terms, group, isFirst, href, place, ...state }: HitItemProps) {
  const { step } = hit;
  const model = step?.model ?? hit.model;
  const where = step?.label ? `step ${step.label}` : 'in a long trace';
  return (
    <article
      ref={ref}
      data-index={place.index}
      data-row={place.index}
      aria-posinset={place.index + 1}
      aria-setsize={place.of}
      aria-current={state.current || undefined}
      aria-label={`${drawnText(titleOf(hit))}${step?.label ? `, step ${step.label}` : ''}`}
      tabIndex={state.tabStop ? 0 : -1}
      className={styles.hit}
      style={{ transform: `translateY(${place.top}px)` }}
      onFocus={state.onFocus}
    >
      {isFirst && <GroupHead hit={hit} group={group} />}
      <p className={styles.line}>
        <Link href={href} prefetch={false} tabIndex={-1} className={styles.title} onClick={state.onOpen}>
          {/* The trace's title stands above its group of hits. */}
          {group === 'trace' ? upperFirst(where) : <PlainText text={titleOf(hit)} />}
        </Link>
        <span className={styles.facts}>
          {group !== 'trace' && <span>{where}</span>}
          {model && (
            <span className={styles.model}>
              <PlainText text={model} />
            </span>
          )}
          {step && <ThinkingTag state={step.state} />}
        </span>
        <span className={styles.paid}>
          <RelativeTime time={hit.startedAt} />
          {step && (
            <Money
              nano={step.cost === null ? null : nano(step.cost)}
              estimated={step.approximate && step.cost !== null}
            />
          )}
          {step?.hiddenShare !== undefined && step.hiddenShare > 0 && (
            <span className={styles.hidden}>
              ▨ <span className="visually-hidden">hidden </span>
              <Percent share={step.hiddenShare} />
            </span>
          )}
        </span>
      </p>
      <Thought hit={hit} terms={terms} />
      {otherFields(hit).map((field) => (
        <p key={field} className={styles.other} data-field={field}>
          <span className={styles.label}>{fieldLabel(field)}</span>
          <PlainText text={hit.texts[field] ?? ''} find={terms} />
        </p>
      ))}
      <StepActionLine hit={hit} />
    </article>
  );
}

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function GroupHead({ hit, group }: Pick<HitItemProps, 'hit' | 'group'>) {
  const name = group === 'trace' ? titleOf(hit) : group === 'tool' && hit.tool === 'text_output' ? 'Answer' : hit.group;
  return (
    <h2 className={styles.groupHead}>
      <span className={styles.groupName}>
        <PlainText text={name || `unknown ${group}`} />
      </span>{' '}
      <span className={styles.quiet}>{plural(hit.inGroup, 'hit')}</span>
    </h2>
  );
}

/** The match inside the thought; for a match elsewhere, the thought that led there. */
function Thought({ hit: { matched, texts, step }, terms }: Pick<HitItemProps, 'hit' | 'terms'>) {
  const text = (matched.includes('thought') ? texts.thought : undefined) ?? step?.thought ?? texts.thought;
  if (text && !(step && isTextless(step.state)))
    return (
      <p className={styles.thought}>
        <ThoughtText text={text} find={terms} />
      </p>
    );
  if (!step) return null;
  return (
    <p className={isHidden(step.state) ? styles.hiddenThought : styles.noThought}>
      <ThinkingMark state={step.state} tokens={step.tokens} about={step.about} />
    </p>
  );
}

const isTextless = (state: NonNullable<SearchHit['step']>['state']): boolean =>
  state === 'redacted' || state === 'encrypted' || state === 'withheld';

/** `→ did ⚙ update_order ✕   next ⚙ read_file ✓` */
function StepActionLine({ hit: { step, tool } }: Pick<HitItemProps, 'hit'>) {
  const action = step?.action ?? {
    kind: 'calls' as const,
    tools: [{ name: tool, calls: 1, outcome: 'open' as const }],
    failed: false,
    isWithin: false,
    isPartial: false,
  };
  // In a long trace the query does not look for the executions of calls.
  const open = step?.label ? 'no end recorded' : 'end not looked up';
  const isText = action.kind === 'answer' || action.kind === 'trailing';
  return (
    <p className={styles.action}>
      <span aria-hidden>→ </span>
      {!isText && <span className={styles.label}>action</span>}
      <ActionLine action={action} open={open} />
      {step?.next && (
        <Fragment>
          <span className={styles.label}>next</span>
          <ActionLine action={step.next} open={open} />
        </Fragment>
      )}
    </p>
  );
}
