/** The text of a list row. Pure. */
import { NO_END, NOT_REPORTED, percent, plural } from '../../../lib/figures/format.ts';
import { costWords, reportedShare } from '../../../lib/figures/cost-parts.ts';
import { traceTitle } from '../../../lib/traces/trace-title.ts';
import { drawnText } from '../../../lib/text/visible-text.ts';
import type { TraceRow } from './trace-row.ts';

export const OUTCOMES = {
  error: { mark: '✕', says: 'with an error' },
  recovered: { mark: '✓', says: 'done, after an error' },
  running: { mark: '◐', says: 'may still be running' },
  noEnd: { mark: NOT_REPORTED, says: NO_END },
  done: { mark: '✓', says: 'done' },
} as const;

/** The longest time between two spans of a running trace. */
const QUIET_MS = 15_000;

/** Snapshots of a streaming answer are sent less often the longer it runs. */
const QUIET_UNDER_WAY_MS = 60_000;

type EndedRow = Pick<TraceRow, 'errors' | 'hasNoEnd' | 'recovered' | 'quietMs' | 'snapshots'>;

/** The same words as in the header of the trace page. */
export function outcomeOf({ errors, hasNoEnd, recovered, quietMs, snapshots }: EndedRow): keyof typeof OUTCOMES {
  if (quietMs < (snapshots > 0 ? QUIET_UNDER_WAY_MS : QUIET_MS)) return 'running';
  if (errors > 0 && !recovered) return 'error';
  return hasNoEnd || snapshots > 0 ? 'noEnd' : recovered ? 'recovered' : 'done';
}

/** The row in one sentence, for screen readers. */
export function rowName(row: TraceRow): string {
  const share = reportedShare(row);
  const parts = [
    drawnText(traceTitle(row)),
    OUTCOMES[outcomeOf(row)].says,
    drawnText(row.models.join(' and ')),
    plural(row.steps, 'step'),
    costWords(row),
    share == null ? '' : `${percent(share)} hidden`,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

type ToolsRow = EndedRow & Pick<TraceRow, 'highlight'>;

/** `✕ update_order`, `∙∙∙ running`, `list_mail ×2, help`, `✕ update_order, list_mail ×2`. */
export function toolsLine({ highlight, ...row }: ToolsRow): string {
  const outcome = outcomeOf(row);
  if (outcome === 'running') return '∙∙∙ running';
  if (outcome === 'error') return failureLine(highlight);
  const { tools = [] } = highlight ?? {};
  const names = tools.map(({ name, calls }) => (calls > 1 ? `${name} ×${calls}` : name));
  if (outcome === 'recovered') return [failureLine(highlight), ...names].join(', ');
  return highlight && names.length === 0 ? 'no tool' : names.join(', ');
}

function failureLine(highlight: TraceRow['highlight']): string {
  if (highlight?.failedTool) return `✕ ${highlight.failedTool}`;
  // A span of another kind failed, or the trace is too long to search for the failed call.
  return highlight?.modelFailed ? '✕ model call failed' : '✕ with errors';
}

/** The line for thoughts without text: how many there are, or that they were not reported. */
export function thoughtsLine({
  highlight,
  generationsReporting,
}: Pick<TraceRow, 'highlight' | 'generationsReporting'>): { mark: '▨' | '◌' | '—'; text: string } {
  if (!highlight) return { mark: '—', text: 'Too long to preview' };
  const { thoughts, thoughtsWithoutText, unreported } = highlight;
  if (thoughtsWithoutText > 0)
    return {
      mark: '▨',
      text: `${thoughtsWithoutText} of ${thoughts} ${thoughts === 1 ? 'thought has' : 'thoughts have'} no text`,
    };
  return unreported > 0
    ? { mark: '◌', text: 'Thinking not reported by this provider' }
    : // Without a model call that reports, "no thinking" would be a guess.
      { mark: '—', text: generationsReporting > 0 ? 'No thinking' : 'No thought was received' };
}
