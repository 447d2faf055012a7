/**
 * The scores of several traces, summed up by name: those of the trace itself, its steps and thoughts together. Comments
 * are not read.
 */
import type { Sql } from '../../postgres/connect.ts';

/** What the scores of one name say. */
export interface ScoreSummary {
  name: string;
  /** Numbers, categories and thumbs together. */
  count: number;
  up: number;
  down: number;
  /** null: no score has a number. */
  numbers: { least: number; most: number; mean: number } | null;
  /** The first of the different categories; a label beside a number is none. */
  categories: string[];
  /** Different categories beyond those. */
  moreCategories: number;
}

export interface TraceScores {
  /** By name. */
  scores: ScoreSummary[];
  /** Further names. */
  more: number;
}

export const NO_SCORES: TraceScores = { scores: [], more: 0 };

const MAX_NAMES = 50;
const MAX_CATEGORIES = 3;

const SQL = `
  SELECT * FROM (
    SELECT encode(c.trace_id, 'hex') AS id, c.name, count(*)::int AS count,
      (count(*) FILTER (WHERE c.thumbs))::int AS up, (count(*) FILTER (WHERE NOT c.thumbs))::int AS down,
      min(c.number) AS least, max(c.number) AS most, avg(c.number::numeric)::float8 AS mean,
      coalesce((array_agg(DISTINCT c.label) FILTER (WHERE c.number IS NULL AND c.label IS NOT NULL))[1:${MAX_CATEGORIES}], '{}') AS categories,
      (count(DISTINCT c.label) FILTER (WHERE c.number IS NULL))::int AS labels,
      row_number() OVER (PARTITION BY c.trace_id ORDER BY c.name) AS place, (count(*) OVER (PARTITION BY c.trace_id))::int AS names
    FROM scores c
    WHERE c.project_id = $1::uuid AND c.trace_id = ANY (ARRAY(SELECT decode(id, 'hex') FROM unnest($2::text[]) id))
      AND c.removed_at IS NULL AND c.name IS NOT NULL
    GROUP BY c.trace_id, c.name
  ) named WHERE place <= ${MAX_NAMES} ORDER BY id, place`;

interface Row extends Omit<ScoreSummary, 'numbers' | 'moreCategories'> {
  id: string;
  least: number | null;
  most: number | null;
  mean: number | null;
  labels: number;
  names: number;
}

/** Traces without scores are not in it. */
export async function scoreSummaries(
  sql: Sql,
  projectId: string,
  traceIds: readonly string[],
): Promise<ReadonlyMap<string, TraceScores>> {
  if (traceIds.length === 0) return new Map();
  const rows = await sql.unsafe<Row[]>(SQL, [projectId, [...traceIds]], { prepare: true });
  const byTrace = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    [...byTrace].map(([id, ofTrace]) => [
      id,
      { scores: ofTrace.map(summaryOf), more: Math.max(0, ofTrace[0]!.names - MAX_NAMES) },
    ]),
  );
}

function summaryOf({ name, count, up, down, least, most, mean, categories, labels }: Row): ScoreSummary {
  const numbers = least === null || most === null || mean === null ? null : { least, most, mean };
  return { name, count, up, down, numbers, categories, moreCategories: labels - categories.length };
}
