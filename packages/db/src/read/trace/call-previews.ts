/**
 * The first characters of thoughts, preambles, arguments and results, for rows on the screen, each in one line. A row
 * stores fewer characters of a text than a wide screen shows, so thoughts and arguments are read on from their texts.
 */
import type { Sql } from '../../postgres/connect.ts';
import { CUT_MARK, CUT_MARK_CHARACTERS } from '@subtext/privacy';
import type { CallKey, TraceKey } from '../../rows/row-keys.ts';
import { cutAtWord } from '../../rows/cut-at-word.ts';

export interface CallPreview extends CallKey {
  thought: string | null;
  preamble: string | null;
  arguments: string | null;
  result: string | null;
  /**
   * Characters of its thoughts that were cut at capture time. Such a thought ends with the mark of the sender that cut
   * it.
   */
  thoughtCut: Figures | null;
}

/** A thought that ends with a cut mark, by its length and its mark. A text that only quotes the mark looks cut, too. */
interface Cut {
  length: number;
  mark: string;
}
type PreviewRow = Omit<CallPreview, 'thoughtCut'> & { cuts: Cut[] | null; longer: Longer | null };

/** The beginnings of texts whose previews are cut, before they are made one line. */
interface Longer {
  thought: string | null;
  arguments: string | null;
}

/** Characters of thoughts, answers and arguments: two lines of a wide screen. */
const PREVIEW_CHARACTERS = 480;
/** Characters that are read for them: line breaks and indents become a space. */
const READ_CHARACTERS = 2 * PREVIEW_CHARACTERS;

export async function callPreviews(sql: Sql, trace: TraceKey, keys: readonly CallKey[]): Promise<CallPreview[]> {
  const rows = await sql<PreviewRow[]>`
    select encode(c.span_id, 'hex') as "spanId", c.call_index as index, c.thought_preview as thought,
      c.preamble_preview as preamble, c.arguments_preview as arguments, c.result_preview as result,
      -- A scalar: the planner might answer 'exists' by reading the texts of the whole day.
      (
        select json_agg(json_build_object('length', length(thought), 'mark', mark))
        from tool_call_texts x, unnest(x.thoughts) as thought, substring(right(thought, ${CUT_MARK_CHARACTERS}::int) from ${CUT_MARK}) as mark
        where c.thought_count > 0 and x.project_id = ${trace.projectId} and x.day = c.day and x.trace_id = c.trace_id
          and x.span_id = c.span_id and x.call_index = c.call_index and mark is not null
      ) as cuts,
      case when c.thought_preview like '%…' or c.arguments_preview like '%…' then (
        select json_build_object('thought', left(array_to_string(x.thoughts, ' '), ${READ_CHARACTERS}::int),
          'arguments', left(x.arguments, ${READ_CHARACTERS}::int))
        from tool_call_texts x
        where x.project_id = ${trace.projectId} and x.day = c.day and x.trace_id = c.trace_id
          and x.span_id = c.span_id and x.call_index = c.call_index
      ) end as longer
    from unnest(${keys.map((key) => key.spanId)}::text[], ${keys.map((key) => key.index)}::int[]) as wanted (span_id, call_index)
    join traces t on t.project_id = ${trace.projectId} and t.trace_id = decode(${trace.traceId}, 'hex')
    join tool_calls c on c.project_id = t.project_id and c.day = t.day and c.trace_id = t.trace_id
      and c.span_id = decode(wanted.span_id, 'hex') and c.call_index = wanted.call_index`;
  return rows.map(({ cuts, longer, ...preview }) => ({
    ...preview,
    thought: longerOf(preview.thought, longer?.thought),
    arguments: longerOf(preview.arguments, longer?.arguments),
    thoughtCut: cuts && cuts.map(figures).reduce(sum),
  }));
}

/** The preview, or more of the same text when the preview is cut. */
function longerOf(preview: string | null, text: string | null | undefined): string | null {
  if (!preview?.endsWith('…') || !text) return preview;
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= preview.length ? preview : cutAtWord(line, PREVIEW_CHARACTERS);
}

interface Figures {
  kept: number;
  of: number;
}

/**
 * `… more characters` gives only the rest, so the kept length follows from the text; `… of … characters kept` gives
 * both.
 */
function figures({ length, mark }: Cut): Figures {
  const [first = 0, second] = (mark.match(/\d+/g) ?? []).map(Number);
  if (second !== undefined) return { kept: first, of: second };
  const kept = length - mark.length;
  return { kept, of: kept + first };
}

const sum = (one: Figures, other: Figures): Figures => ({ kept: one.kept + other.kept, of: one.of + other.of });
