// `⚙ web_search ×2 ✓, read_file ✕`, or that the model answered: an action in one line.
import type { StepAction, ActionTool } from '../../lib/steps/step-action.ts';
import { OUTCOME_WORDS, type OpenCall } from '../../lib/steps/call-outcome.ts';
import { noOutputWords } from '../../lib/steps/sentences.ts';
import { PlainText } from '../text/PlainText.tsx';
import styles from './ActionLine.module.css';

/** Further tools are only counted. */
const MAX_TOOLS = 6;

interface ActionLineProps {
  action: StepAction;
  /** How a call without an end is described. */
  open: OpenCall | 'end not looked up';
}

export function ActionLine({ action: { kind, tools, failed, isWithin, task, isPartial }, open }: ActionLineProps) {
  if (isPartial && tools.length === 0)
    return <span className={styles.quiet}>{open === 'running' ? '∙∙∙ running' : open}</span>;
  if (kind === 'answer') return <span className={styles.said}>Answer</span>;
  if (kind === 'trailing') return <span className={styles.said}>{task ?? 'Trailing text'}</span>;
  if (kind === 'response')
    return (
      <span className={failed ? styles.error : styles.quiet}>
        {failed ? '✕ model call failed' : noOutputWords(isWithin)}
      </span>
    );
  const more = tools.length - MAX_TOOLS;
  return (
    <span className={styles.tools}>
      {tools.slice(0, MAX_TOOLS).map(({ name, calls, outcome }, index) => (
        <span key={name} className={styles.tool}>
          {index === 0 && <span aria-hidden>⚙ </span>}
          <PlainText text={name} />
          {calls > 1 && ` ×${calls}`} <Outcome outcome={outcome} open={open} />
        </span>
      ))}
      {more > 0 && <span className={styles.quiet}>+{more} more</span>}
    </span>
  );
}

function Outcome({ outcome, open }: Pick<ActionTool, 'outcome'> & Pick<ActionLineProps, 'open'>) {
  if (outcome === 'open') return <span className="visually-hidden">{open}</span>;
  const { mark, says } = OUTCOME_WORDS[outcome];
  return (
    <span className={styles[outcome]}>
      <span aria-hidden>{mark}</span>
      <span className={mark === '' ? undefined : 'visually-hidden'}>{says}</span>
    </span>
  );
}
