/** The text of a list row. Pure. */
import { percent, plural } from '../../../lib/figures/format.ts';
import { costWords, reportedShare } from '../../../lib/figures/cost-parts.ts';
import { OUTCOMES, outcomeOf, type EndedTrace } from '../../../lib/traces/trace-outcome.ts';
import { traceTitle } from '../../../lib/traces/trace-title.ts';
import { drawnText } from '../../../lib/text/visible-text.ts';
import type { TraceRow } from './trace-row.ts';

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

type ToolsRow = EndedTrace & Pick<TraceRow, 'highlight'>;

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
