// The endpoints below /api/v1 with their parameters. Each calls procedures of the app behind its gate, so there is one
// implementation. Rows are those of the CSV tables of the screens.
import { BILLED_COLUMNS, billedRows } from '../../lib/figures/billed-table.ts';
import { CHECK_CUT, checkColumns } from '../../lib/figures/check-table.ts';
import { latencyColumns } from '../../lib/figures/latency-table.ts';
import { DAY_COLUMNS, spendColumns, TOOL_COLUMNS } from '../../lib/figures/spend-tables.ts';
import { tableRecords } from '../../lib/files/table.ts';
import { parseTimeRange } from '../../lib/time/time-range.ts';
import { ALERTS_ANSWER, ALERT_COLUMNS, ALERT_EVENT_COLUMNS, ALERT_EVENTS_ANSWER } from './alerts.ts';
import { BUDGET_COLUMNS, BUDGETS_ANSWER } from './budgets.ts';
import { LONGEST_RANGE } from '../routers/costs/costs-scope.ts';
import type { RouterInputs } from '../../lib/requests/trpc.ts';
import type { Caller } from '../routers/index.ts';
import { pageLink } from '../runs/links.ts';
import { TRACE_COLUMNS } from '../trace/trace-table.ts';
import {
  BILLED_THINKING_ANSWER,
  COSTS_ANSWER,
  LATENCY_ANSWER,
  PROJECTS_ANSWER,
  SEARCH_ANSWER,
  SESSIONS_ANSWER,
  SETTINGS_ANSWER,
  THOUGHTS_ANSWER,
  TRACES_ANSWER,
} from './answers.ts';
import { endpoint, type Endpoint } from './endpoint.ts';
import {
  BILLED_THINKING_PARAMETERS,
  COSTS_PARAMETERS,
  LATENCY_PARAMETERS,
  ALERT_EVENTS_PARAMETERS,
  NO_PARAMETERS,
  SCORES_PARAMETERS,
  SEARCH_PARAMETERS,
  SESSIONS_PARAMETERS,
  SETTINGS_PARAMETERS,
  THOUGHTS_PARAMETERS,
  TRACES_PARAMETERS,
  writeCursor,
} from './parameters.ts';
import {
  RELEASE_COMPARISON_ANSWER,
  RELEASE_COMPARISON_PARAMETERS,
  releaseComparisonAnswer,
  RELEASES_ANSWER,
  RELEASES_PARAMETERS,
  releasesAnswer,
} from './releases.ts';
import { SCORE_COLUMNS, SCORES_ANSWER } from './scores.ts';
import { SESSION_COLUMNS } from './session-table.ts';
import { HIT_COLUMNS, SETTING_COLUMNS, THOUGHT_COLUMNS, type PlacedThought } from './thought-tables.ts';
import { TRACE_ENDPOINTS } from './trace-endpoints.ts';

const projects = endpoint(
  {
    summary: 'The projects that the key may read: the one that it is of',
    parameters: NO_PARAMETERS,
    answer: PROJECTS_ANSWER,
  },
  (reader) => {
    const { project: slug, projectName: name } = reader;
    return Promise.resolve({ rows: [{ slug, name, url: pageLink(reader, 'traces') }], next: null });
  },
);

const traces = endpoint(
  {
    summary: 'Traces, a page at a time',
    parameters: TRACES_PARAMETERS,
    answer: TRACES_ANSWER,
  },
  async ({ caller }, asked) => {
    const page = await caller.traces.list(asked);
    return { rows: tableRecords(TRACE_COLUMNS, page.traces), next: writeCursor(page.next) };
  },
);

/** "All time" for costs is the longest range of one response. */
export function momentsOf(range: string) {
  const now = new Date();
  return parseTimeRange(range, now) ?? { from: new Date(now.getTime() - LONGEST_RANGE), to: now };
}

const scores = endpoint(
  {
    summary: 'Scores and comments, newest first, a page at a time',
    parameters: SCORES_PARAMETERS,
    answer: SCORES_ANSWER,
  },
  async ({ caller }, asked) => {
    const page = await caller.scores.page(asked);
    return { rows: tableRecords(SCORE_COLUMNS, page.scores), next: writeCursor(page.next) };
  },
);

const costs = endpoint(
  {
    summary: 'What was spent, and on which thinking',
    parameters: COSTS_PARAMETERS,
    answer: COSTS_ANSWER,
  },
  async ({ caller }, { by, range, ...rest }) => {
    const asked = { ...rest, ...momentsOf(range) };
    if (by === 'day') {
      const { rows, scope } = await caller.costs.days(asked);
      return { rows: tableRecords(DAY_COLUMNS, rows), scope };
    }
    if (by === CHECK_CUT) {
      const { rows, scope } = await caller.costs.checks(asked);
      return { rows: tableRecords(checkColumns(asked, scope?.capped === true), rows), scope };
    }
    if (by === 'tool') {
      const { rows, scope } = await caller.costs.tools(asked);
      return { rows: tableRecords(TOOL_COLUMNS, rows), scope };
    }
    const { rows, scope } = await caller.costs.cut({ ...asked, by });
    return { rows: tableRecords(spendColumns(by), rows), scope };
  },
);

const billedThinking = endpoint(
  {
    summary: 'Billed thinking tokens against the text that is held of them, by model and day, with unusual days',
    operationId: 'billedThinking',
    parameters: BILLED_THINKING_PARAMETERS,
    answer: BILLED_THINKING_ANSWER,
  },
  async ({ caller }, { project, range }) => {
    const { series, hasMoreModels } = await caller.costs.billedThinking({ project, ...momentsOf(range) });
    return { rows: tableRecords(BILLED_COLUMNS, billedRows(series)), more_models: hasMoreModels };
  },
);

const latency = endpoint(
  {
    summary: 'How long model calls and tools took, as percentiles',
    parameters: LATENCY_PARAMETERS,
    answer: LATENCY_ANSWER,
  },
  async ({ caller }, { by, daily, of = null, range, ...rest }) => {
    const asked = { ...rest, ...momentsOf(range), by };
    const { rows, scope } = daily
      ? await caller.costs.latencyDays({ ...asked, key: of })
      : await caller.costs.latency(asked);
    return { rows: tableRecords(latencyColumns(daily ? 'day' : by), rows), scope };
  },
);

/** The most expensive thoughts, each with its step as on the page; null = the trace is too long to count for a list. */
export async function topThoughts(
  caller: Caller,
  asked: RouterInputs['costs']['topThoughts'],
): Promise<PlacedThought[]> {
  const found = await caller.costs.topThoughts(asked);
  const calls = found.map(({ traceId, spanId, index }) => ({ traceId, spanId, index }));
  const steps = await caller.costs.steps({ project: asked.project, calls });
  return found.map((thought, index) => ({ ...thought, step: steps[index] ?? null }));
}

const thoughts = endpoint(
  {
    summary: 'The most expensive thoughts, with the steps they led to',
    parameters: THOUGHTS_PARAMETERS,
    answer: THOUGHTS_ANSWER,
  },
  async ({ caller }, { project, q, range, hidden }) => {
    const asked = { project, q, hidden, ...momentsOf(range), timeZone: 'UTC' };
    return { rows: tableRecords(THOUGHT_COLUMNS, await topThoughts(caller, asked)) };
  },
);

const settings = endpoint(
  {
    summary: 'Settings that would have shown hidden thinking, by the money that went to it',
    parameters: SETTINGS_PARAMETERS,
    answer: SETTINGS_ANSWER,
  },
  async ({ caller }, { range, ...rest }) => {
    const hints = await caller.costs.hints({ ...rest, ...momentsOf(range), timeZone: 'UTC' });
    return { rows: tableRecords(SETTING_COLUMNS, hints) };
  },
);

const search = endpoint(
  {
    summary: 'Steps whose thoughts, messages, arguments or results contain words, a page at a time',
    parameters: SEARCH_PARAMETERS,
    answer: SEARCH_ANSWER,
  },
  async ({ caller }, asked) => {
    const { hits, next, total } = await caller.search.find({ ...asked, group: 'trace' });
    const { hits: count, traces: inTraces, capped } = total;
    const rows = tableRecords(HIT_COLUMNS, hits);
    return { rows, next: writeCursor(next), total: { hits: count, traces: inTraces, capped } };
  },
);

const sessions = endpoint(
  {
    summary: 'Sessions with the sums of their traces, a page at a time, the newest first',
    parameters: SESSIONS_PARAMETERS,
    answer: SESSIONS_ANSWER,
  },
  async ({ caller }, asked) => {
    const page = await caller.sessions.list(asked);
    return { rows: tableRecords(SESSION_COLUMNS, page.sessions), next: writeCursor(page.next) };
  },
);

const alerts = endpoint(
  {
    summary: 'The alert rules with their state',
    parameters: NO_PARAMETERS,
    answer: ALERTS_ANSWER,
  },
  async ({ caller }, { project }) => {
    const { rules } = await caller.alerts.list({ project });
    return { rows: tableRecords(ALERT_COLUMNS, rules), next: null };
  },
);

const alertEvents = endpoint(
  {
    summary: 'The newest changes of state of the alert rules',
    operationId: 'alertEvents',
    parameters: ALERT_EVENTS_PARAMETERS,
    answer: ALERT_EVENTS_ANSWER,
  },
  async ({ caller }, { project, rule }) => {
    const { events } = await caller.alerts.history({ project, rule });
    return { rows: tableRecords(ALERT_EVENT_COLUMNS, events), next: null };
  },
);

const budgets = endpoint(
  {
    summary: 'The budgets with what is spent of them in the current period',
    parameters: NO_PARAMETERS,
    answer: BUDGETS_ANSWER,
  },
  async ({ caller }, { project }) => {
    const found = await caller.budgets.list({ project });
    return { rows: tableRecords(BUDGET_COLUMNS, found.budgets), next: null };
  },
);

const releases = endpoint(
  {
    summary: 'Releases, prompt versions or efforts with their figures and 95 % intervals',
    parameters: RELEASES_PARAMETERS,
    answer: RELEASES_ANSWER,
  },
  async (reader, { project, ...place }) => {
    const { by, q, range } = place;
    return releasesAnswer(reader, place, await reader.caller.releases.list({ project, by, q, ...momentsOf(range) }));
  },
);

const releaseComparison = endpoint(
  {
    summary: 'What changed between two releases, prompt versions or efforts: figures, calls, paths and first forks',
    operationId: 'compareReleases',
    parameters: RELEASE_COMPARISON_PARAMETERS,
    answer: RELEASE_COMPARISON_ANSWER,
  },
  async (reader, { project, ...address }) => {
    const { range, ...rest } = address;
    const found = await reader.caller.releases.compare({ project, ...rest, ...momentsOf(range) });
    return releaseComparisonAnswer(reader, address, found);
  },
);

/** By their paths below /api/v1, with parameters in braces. */
export const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  ...{ projects, traces, sessions, scores, costs, latency, thoughts, settings, search, alerts, budgets },
  'billed-thinking': billedThinking,
  'alerts/events': alertEvents,
  releases,
  'releases/compare': releaseComparison,
  ...TRACE_ENDPOINTS,
};

interface FoundEndpoint {
  endpoint: Endpoint;
  /** The parameters in the path. */
  path: Record<string, string>;
}

/** `segments`: of the path below /api/v1. */
export function findEndpoint(segments: readonly string[]): FoundEndpoint | undefined {
  for (const [template, endpoint] of Object.entries(ENDPOINTS)) {
    const path = pathParameters(template.split('/'), segments);
    if (path) return { endpoint, path };
  }
  return undefined;
}

/** undefined: the path is another one. */
function pathParameters(template: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (template.length !== segments.length) return undefined;
  const parameters: [string, string][] = [];
  for (const [index, part] of template.entries()) {
    const segment = segments[index]!;
    if (part.startsWith('{')) parameters.push([part.slice(1, -1), segment]);
    else if (part !== segment) return undefined;
  }
  return Object.fromEntries(parameters);
}
