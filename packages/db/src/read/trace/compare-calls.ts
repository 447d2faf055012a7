/**
 * What all calls of a trace said and returned, as digests: the server compares two runs by them. Texts are read a few at
 * a time, because a trace may have gigabytes of them.
 */
import { heldTexts, isRecord } from '@subtext/reasoning';
import type { Sql } from '../../postgres/connect.ts';
import { DIGEST_CHARACTERS, jsonDigest, textDigest } from '../../rows/json-key.ts';
import type { CallKey, TraceKey } from '../../rows/row-keys.ts';
import { tracePackedResults } from './call-results.ts';

/** Digests are equal for equal texts; null = not captured, or only the length of the text is kept. */
export interface ComparedTexts extends CallKey {
  /** The names of the arguments, sorted; null = no JSON object, or too long to parse. */
  names: string[] | null;
  /** Equal for equal JSON in any formatting, as is that of the result. */
  arguments: string | null;
  result: string | null;
  thought: string | null;
  /** The text before the call. */
  message: string | null;
}

/** Per text. Longer ones are compared as text, by a digest of the database. */
const CHARACTERS = 16_384;
const ROWS = 500;
const MAX_NAMES = 50;

interface ReadTexts extends CallKey {
  arguments: string | null;
  argumentsDigest: string | null;
  result: string | null;
  resultDigest: string | null;
  thought: string | null;
  message: string | null;
  isPacked: boolean;
}

/** When a trace has more spans than `most`, returns the calls of the first ones: no others are compared. */
export async function compareCalls(sql: Sql, trace: TraceKey, most: number): Promise<ComparedTexts[]> {
  const compared: ComparedTexts[] = [];
  const part = await comparedPart(sql, trace, most);
  if (!part) return compared;
  const packed = new Map<string, ComparedTexts>();
  for await (const rows of textRows(sql, part).cursor(ROWS)) {
    for (const row of rows) {
      const one = comparedTexts(row);
      compared.push(one);
      if (row.isPacked) packed.set(callKey(row), one);
    }
  }
  const spanIds = new Set([...packed.values()].map(({ spanId }) => spanId));
  if (packed.size > 0)
    for await (const call of tracePackedResults(sql, trace, spanIds)) {
      const one = packed.get(callKey(call));
      if (one) one.result = digestOf(call.text);
    }
  return compared;
}

const callKey = ({ spanId, index }: CallKey): string => `${spanId}:${index}`;

/** The partition of a trace, and the start of the last span that is compared; null = all are. */
interface ComparedPart extends TraceKey {
  day: string;
  until: string | null;
}

async function comparedPart(sql: Sql, trace: TraceKey, most: number): Promise<ComparedPart | undefined> {
  const { projectId, traceId } = trace;
  const [found] = await sql<Pick<ComparedPart, 'day' | 'until'>[]>`
    select t.day::text, case when t.span_count > ${most} then (
      select s.started_at::text from spans s
      where s.project_id = ${projectId} and s.day = t.day and s.trace_id = t.trace_id and s.duplicate_of is null
      order by s.started_at, s.span_id offset ${most - 1} limit 1
    ) end as until
    from traces t where t.project_id = ${projectId} and t.trace_id = decode(${traceId}, 'hex')`;
  return found && { ...trace, ...found };
}

/** With the partition as a value, the planner knows how many calls there are, and does not look up each text alone. */
function textRows(sql: Sql, { projectId, traceId, day, until }: ComparedPart) {
  const digest = (text: string) => `left(encode(sha256(convert_to(${text}, 'UTF8')), 'base64'), ${DIGEST_CHARACTERS})`;
  const long = (text: string) => `case when length(${text}) > ${CHARACTERS} then ${digest(text)} end`;
  const early = until === null ? sql`` : sql`and c.started_at <= ${until}::timestamptz`;
  return sql<ReadTexts[]>`
    select encode(c.span_id, 'hex') as "spanId", c.call_index as index,
      left(x.arguments, ${CHARACTERS}) as arguments, ${sql.unsafe(long('x.arguments'))} as "argumentsDigest",
      left(x.result, ${CHARACTERS}) as result, ${sql.unsafe(long('x.result'))} as "resultDigest",
      case when cardinality(x.thoughts) > 0 and not (x.thoughts[1] like '[%' and exists (select from unnest(x.thoughts) as one where one ~ ${LENGTH_ONLY}))
        then ${sql.unsafe(digest('array_to_json(x.thoughts)::text'))} end as thought,
      case when x.preamble !~ ${LENGTH_ONLY} then ${sql.unsafe(digest('x.preamble'))} end as message,
      x.result is null and c.result_preview is not null as "isPacked"
    from tool_calls c
    left join tool_call_texts x on x.project_id = c.project_id and x.day = c.day and x.trace_id = c.trace_id
      and x.span_id = c.span_id and x.call_index = c.call_index
    where c.project_id = ${projectId} and c.day = ${day} and c.trace_id = decode(${traceId}, 'hex') ${early}
      and (x.span_id is not null or c.result_preview is not null)`;
}

/** The placeholder of a text of which only the length is kept, or nothing (packages/reasoning, held-text.ts). */
export const LENGTH_ONLY = String.raw`^\[(\d{1,15}|hidden: unknown) characters\]$`;

function comparedTexts(row: ReadTexts): ComparedTexts {
  const { spanId, index, thought, message } = row;
  return {
    ...{ spanId, index, thought, message },
    names: row.arguments === null || row.argumentsDigest !== null ? null : namesIn(row.arguments),
    arguments: row.argumentsDigest ?? digestOf(row.arguments),
    result: row.resultDigest ?? digestOf(row.result),
  };
}

/** A packed result may be as long as one that the database digests, and is compared as text then, too. */
function digestOf(text: string | null): string | null {
  if (text === null || heldTexts(text)?.some(({ digest }) => digest === undefined)) return null;
  return text.length > CHARACTERS ? textDigest(text) : jsonDigest(text);
}

function namesIn(text: string): string[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? Object.keys(value).sort().slice(0, MAX_NAMES) : null;
  } catch {
    return null;
  }
}
