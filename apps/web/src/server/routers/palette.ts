// What the command palette finds in a project beside its own commands: traces by id and words, and what they are
// filtered by, by name. One bounded query; each group has its own limit.
import {
  currentKeyOf,
  rollupNames,
  senderNames,
  traceIdsBeginning,
  traceList,
  type Sql,
  type TraceCondition,
  type TraceList,
  type TraceListRow,
} from '@subtext/db';
import * as z from 'zod';
import { parseFilter } from '../../lib/traces/trace-filter.ts';
import { withoutName } from '../share/share-filter.ts';
import { withoutNul } from '../trpc/inputs.ts';
import { projectProcedure, router } from '../trpc/trpc.ts';

const MAX_CHARACTERS = 200;
const MAX_TRACES = 6;
const MAX_NAMES = 5;
/** Each word is a search of its own. */
const MAX_WORDS = 3;
/** Fewer digits are more likely the beginning of a word. */
const TRACE_ID = /^[\da-f]{4,32}$/;
/** Also within a URL, or a `traceparent`. */
const WHOLE_TRACE_ID = /(?<![\da-f])[\da-f]{32}(?![\da-f])/i;

export const paletteRouter = router({
  find: projectProcedure
    .meta({ texts: 'withheld', takesWords: true })
    .input(z.object({ q: z.string().max(MAX_CHARACTERS) }))
    .query(async ({ ctx, input }) => {
      const text = withoutNul(input.q).trim();
      if (text === '') return { traces: [], wordsCut: false, ...NO_NAMES };
      const search = { projectId: ctx.project.id, text, limit: MAX_NAMES };
      const find = ctx.readsTexts ? findTraces : findTracesById;
      const [traces, inRollups, bySender] = await Promise.all([
        find(ctx.sql, ctx.project.id, text),
        rollupNames(ctx.sql, search),
        senderNames(ctx.sql, search),
      ]);
      return { ...traces, ...inRollups, ...bySender };
    }),
});

const NO_NAMES = { tools: [], models: [], agents: [], sessions: [], users: [] };

async function findTraces(sql: Sql, projectId: string, text: string) {
  const [byId, byWords] = await Promise.all([withIds(sql, projectId, text), withConditions(sql, projectId, text)]);
  const all = new Map([...byId, ...byWords.rows].map((row) => [row.id, row]));
  return { traces: [...all.values()].slice(0, MAX_TRACES).map(foundTrace), wordsCut: byWords.wordsCut };
}

/** For an analyst, to whom words would reveal texts, and to whom the name and the input are not shown. */
async function findTracesById(sql: Sql, projectId: string, text: string) {
  const rows = await withIds(sql, projectId, text);
  return { traces: rows.map(foundTrace).map(withoutName), wordsCut: false };
}

const foundTrace = ({ id, name, asked, startedAt }: TraceListRow) => ({ id, name, asked, startedAt });

async function withIds(sql: Sql, projectId: string, text: string): Promise<TraceListRow[]> {
  const whole = WHOLE_TRACE_ID.exec(text)?.[0].toLowerCase();
  const beginning = whole ?? text.toLowerCase();
  if (!TRACE_ID.test(beginning)) return [];
  const only = whole
    ? [(await currentKeyOf(sql, { projectId, traceId: whole })).traceId]
    : await traceIdsBeginning(sql, { projectId, beginning, limit: MAX_TRACES });
  return only.length === 0 ? [] : (await newest(sql, projectId, { conditions: [], only })).rows;
}

function withConditions(sql: Sql, projectId: string, text: string): Promise<Found> {
  const conditions = conditionsIn(text);
  return conditions.length === 0
    ? Promise.resolve({ rows: [], wordsCut: false })
    : newest(sql, projectId, { conditions });
}

type Found = Pick<TraceList, 'rows' | 'wordsCut'>;

function newest(sql: Sql, projectId: string, some: { conditions: TraceCondition[]; only?: string[] }): Promise<Found> {
  const order = { sort: 'age', ascending: false } as const;
  return traceList(sql, { projectId, from: null, to: null, ...some, ...order, limit: MAX_TRACES, after: null });
}

/**
 * The text as a filter: words in any order, and conditions such as `model:gpt-5.2`. What is not a condition is a word,
 * and the words after the first ones are one phrase.
 */
function conditionsIn(text: string): TraceCondition[] {
  const parts = parseFilter(text);
  const conditions = parts.flatMap(({ condition }) => (condition && condition.field !== 'text' ? [condition] : []));
  const words = parts
    .filter(({ condition }) => !condition || condition.field === 'text')
    .map(({ source }) => source.replaceAll('"', ' ').trim())
    .filter(Boolean);
  const rest = words.splice(MAX_WORDS - 1).join(' ');
  const values = rest ? [...words, rest] : words;
  return [...conditions, ...values.map((value) => ({ field: 'text' as const, negated: false, value }))];
}
