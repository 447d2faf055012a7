'use client';
// What the checks found at the step, with its evidence; or why they could not look.
import { PlainText } from '../../../../components/text/PlainText.tsx';
import {
  findingFigures,
  findingWords,
  notCheckedWords,
  pathWords,
  stateWords,
  type ShownEvidence,
  type ShownFinding,
  type StepEvidence,
} from '../../../../lib/evidence/evidence-words.ts';
import { plural } from '../../../../lib/figures/format.ts';
import type { StepView } from '../step-view.ts';
import panel from '../panel.module.css';
import styles from './evidence.module.css';
import { useStepEvidence } from './use-step-evidence.ts';

type Goto = Pick<StepView, 'labelOf' | 'onGoto'>;

export function StepFindings({ address, step, labelOf, onGoto }: Pick<StepView, 'address' | 'step'> & Goto) {
  const { data, error } = useStepEvidence(address, step);
  if (error) return <p className={panel.quiet}>The checks could not be loaded.</p>;
  if (!data) return null;
  const state = stateWords(data);
  return (
    <section aria-label="Checks of the step">
      <h3>Checks</h3>
      {data.findings.map((finding) => (
        <Finding key={finding.number} {...{ finding, labelOf, onGoto }} />
      ))}
      {data.hasMore && <p className={panel.quiet}>The step has more findings.</p>}
      {state !== undefined && <p className={panel.quiet}>{state}</p>}
      {state === undefined && <Outcome evidence={data} />}
    </section>
  );
}

function Outcome({ evidence }: { evidence: StepEvidence }) {
  const reasons = notCheckedWords(evidence);
  if (reasons.length === 0 && evidence.findings.length === 0)
    return <p className={panel.quiet}>Every check looked at the whole step and found nothing.</p>;
  return reasons.map(({ reason, checks }) => (
    <p key={reason} className={panel.quiet} title={checks.join(', ')}>
      {plural(checks.length, 'check')} could not look at everything: {reason}.
    </p>
  ));
}

function Finding({ finding, ...goto }: { finding: ShownFinding } & Goto) {
  const { checkId, evidence } = finding;
  return (
    <div className={styles.finding} data-check={checkId}>
      <p>
        <strong>⚠ {findingWords(checkId)}</strong>{' '}
        <span className={panel.quiet}>{findingFigures(finding).join(' · ')}</span>
      </p>
      <ul>
        {evidence.map((entry, index) => (
          <li key={index}>
            <Evidence entry={entry} {...goto} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Evidence({ entry, labelOf, onGoto }: { entry: ShownEvidence } & Goto) {
  switch (entry.kind) {
    case 'quote':
      if (entry.text === null) return <span className={panel.quiet}>A passage of the thought</span>;
      return (
        <q className={styles.quote}>
          <PlainText text={entry.before} />
          <mark>
            <PlainText text={entry.text} />
          </mark>
          <PlainText text={entry.after} />
        </q>
      );
    case 'argument':
      return (
        <code>
          <PlainText text={pathWords(entry.path)} />
        </code>
      );
    case 'value':
      return (
        <>
          <PlainText text={entry.name} />:{' '}
          {entry.value === null ? 'not reported' : <PlainText text={String(entry.value)} />}
        </>
      );
    case 'reference':
      return <StepLink spanId={entry.spanId} callIndex={entry.callIndex} {...{ labelOf, onGoto }} />;
  }
}

export function StepLink({ spanId, callIndex, labelOf, onGoto }: { spanId: string; callIndex: number | null } & Goto) {
  const label = labelOf(spanId);
  if (label === undefined) return <span className={panel.quiet}>a step that is not loaded</span>;
  return (
    <button type="button" className={panel.goto} onClick={() => onGoto(`${spanId}:${callIndex ?? 0}`)}>
      {label}
    </button>
  );
}
