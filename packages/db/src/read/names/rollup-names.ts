/** Tools, models and agents of a project whose name contains a text, from the rollups. Reads a bounded number of hours. */
import type { Fragment } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';
import { containing } from '../../postgres/like-pattern.ts';

export interface NameSearch {
  projectId: string;
  /** Matched verbatim except for case, anywhere in a name. */
  text: string;
  /** Maximum number of names of each kind. */
  limit: number;
}

export interface RollupNames {
  /** The text itself first, then the most used. */
  tools: string[];
  models: string[];
  agents: string[];
}

/** Maximum number of newest rows of each rollup table: some weeks of a project with many tools and models. */
const MAX_ROWS = 50_000;

export async function rollupNames(sql: Sql, search: NameSearch): Promise<RollupNames> {
  const { projectId } = search;
  const rows = await sql<{ kind: keyof RollupNames; name: string }[]>`
    with by_tool as materialized (
      select tool_name, calls from tool_rollups where project_id = ${projectId} order by hour desc limit ${MAX_ROWS}
    ), by_model as materialized (
      select model, agent_name, generations from model_rollups where project_id = ${projectId}
      order by hour desc limit ${MAX_ROWS}
    )
    (select 'tools' as kind, tool_name as name from by_tool where tool_name <> 'text_output'
      ${mostUsed(sql, search, { name: sql`tool_name`, uses: sql`calls` })})
    union all
    (select 'models', model from by_model where true
      ${mostUsed(sql, search, { name: sql`model`, uses: sql`generations` })})
    union all
    (select 'agents', agent_name from by_model where agent_name <> ''
      ${mostUsed(sql, search, { name: sql`agent_name`, uses: sql`generations` })})`;
  const named = (kind: keyof RollupNames) => rows.filter((row) => row.kind === kind).map(({ name }) => name);
  return { tools: named('tools'), models: named('models'), agents: named('agents') };
}

function mostUsed(sql: Sql, { text, limit }: NameSearch, { name, uses }: { name: Fragment; uses: Fragment }): Fragment {
  return sql`and ${name} ilike ${containing(text)} group by ${name}
    order by lower(${name}) = lower(${text}) desc, sum(${uses}) desc, ${name} limit ${limit}`;
}
