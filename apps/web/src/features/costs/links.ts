// Where a mark of the dashboard leads: the trace list, filtered to what the mark stands for. Pure.
import { pagePath } from '../../lib/pages.ts';
import { filterText } from '../../lib/trace-filter.ts';

export interface CostsPlace {
  project: string;
  /** The `range` of the page. */
  range: string;
}

const tracesPath = ({ project, range }: CostsPlace, filter: string): string =>
  `${pagePath(project, 'traces')}?${new URLSearchParams({ ...(filter && { q: filter }), range })}`;

export const tracesOfModel = (place: CostsPlace, model: string): string =>
  tracesPath(place, filterText('model', model));

/** An answer has no tool to filter by. */
export const tracesOfTool = (place: CostsPlace, tool: string): string =>
  tracesPath(place, tool === ANSWER ? '' : filterText('tool', tool));

/** `day` is a calendar day of the browser's time zone, which the page's days are, too. */
export function tracesOfDay({ project }: CostsPlace, day: string): string {
  const from = new Date(`${day}T00:00`);
  const to = new Date(from.getFullYear(), from.getMonth(), from.getDate() + 1);
  return tracesPath({ project, range: `${from.toISOString()}..${to.toISOString()}` }, '');
}

/** The name under which tool_rollups keeps answers. */
export const ANSWER = 'text_output';
export const toolLabel = (tool: string): string => (tool === ANSWER ? 'Answer' : tool);
