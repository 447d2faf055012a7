/** Problems of the plan of a query on large tables, for query-plans.test.ts, and the files that have no query. */
import type { Sql } from '../postgres/connect.ts';

export const NO_QUERIES = [
  'check-conditions',
  'export-tables',
  'live-feed',
  'score-conditions',
  'score-facets',
  'score-row',
  'search-calls',
  'search-days',
  'search-fields',
  'search-words',
  'session-sums',
  'spend-measures',
  'sum-of-histogram',
  'testing-conditions',
  'testing-evidence',
  'testing-plans',
  'testing-rows',
  'trace-conditions',
  'trace-here',
  'trace-list-row',
  'trace-newest',
  'trace-numbers',
  'trace-orders',
  'trace-tags',
];

const STREAMING =
  /^(traces|spans|tool_calls|tool_call_texts|payloads|model_rollups|tool_rollups|quarantine|scores|trace_evidence|trace_checks|check_findings|call_origins|billed_thinking)(_\d{8})?$/;

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: PlanNode[];
}

async function planOf(sql: Sql, query: string): Promise<PlanNode[]> {
  const [row] = await sql.begin(async (transaction) => {
    await transaction`set local enable_seqscan = off`;
    return transaction.unsafe(`explain (generic_plan, format json) ${query}`);
  });
  const root = (row!['QUERY PLAN'] as { Plan: PlanNode }[])[0]!.Plan;
  const flat = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flat)];
  return flat(root);
}

/** A user is found by the id in a row of the project. */
const OF_NO_PROJECT = /^prices|^pg_|^projects|^users_pkey/;

export async function problemsOf(sql: Sql, query: string): Promise<string[]> {
  const nodes = await planOf(sql, query);
  const onIndex = (node: PlanNode) => node['Index Name'] !== undefined && /_(pkey|idx\d*)$/.test(node['Index Name']);
  const read = nodes.filter((node) => node['Node Type'] === 'Seq Scan' && STREAMING.test(node['Relation Name'] ?? ''));
  const foreign = nodes.filter(
    (node) => onIndex(node) && !OF_NO_PROJECT.test(node['Index Name']!) && !node['Index Cond']?.includes('project_id'),
  );
  return [
    ...read.map((node) => `reads all of ${node['Relation Name']}: ${query}`),
    ...foreign.map((node) => `walks ${node['Index Name']} for all projects: ${query}`),
  ];
}
