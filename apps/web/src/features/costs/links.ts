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

/** The name under which tool_rollups keeps answers. */
export const ANSWER = 'text_output';
export const toolLabel = (tool: string): string => (tool === ANSWER ? 'Answer' : tool);
