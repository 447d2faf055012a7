/** The labels of a turn. Pure. */
import { plural } from '../../lib/figures/format.ts';
import type { TurnText } from './use-turn-texts.ts';
import type { Turn } from './use-session.ts';

/** How many thoughts a turn has, and how many of them have no text. */
export function thoughtsLine(highlight: TurnText['highlight']): {
  mark: '┊' | '▨' | '◌' | '—';
  text: string;
} {
  if (!highlight) return { mark: '—', text: 'too long to preview' };
  const { thoughts, thoughtsWithoutText, unreported } = highlight;
  if (thoughtsWithoutText > 0)
    return { mark: '▨', text: `${thoughtsWithoutText} of ${plural(thoughts, 'thought')} without text` };
  if (thoughts > 0) return { mark: '┊', text: plural(thoughts, 'thought') };
  return unreported > 0 ? { mark: '◌', text: 'thinking not reported' } : { mark: '—', text: 'no thinking' };
}

/** `web_search, get_order ×2, help`; failed tools are listed alone, because users look for those. */
export function toolsLine(highlight: TurnText['highlight']): { text: string; failed: boolean } {
  if (highlight?.failedTool) return { text: `✕ ${highlight.failedTool}`, failed: true };
  const tools = (highlight?.tools ?? []).map(({ name, calls }) => (calls > 1 ? `${name} ×${calls}` : name));
  return { text: tools.join(', '), failed: false };
}

/** Shown in place of an answer. */
export function noAnswer(turn: Pick<Turn, 'errors'>, { failure }: Pick<TurnText, 'failure'>, live: boolean): string {
  if (live) return '∙∙∙ running';
  if (failure) return `✕ The model call failed: ${failure}`;
  return turn.errors > 0 ? '✕ Ended with an error and no answer' : 'No answer recorded';
}

const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });

export const clock = (time: Date): string => CLOCK.format(time);

/** The date of a turn, when it differs from the previous turn's. */
export function dayOf(time: Date, before: Date | undefined): string | undefined {
  const day = DAY.format(time);
  return before && DAY.format(before) === day ? undefined : day;
}
