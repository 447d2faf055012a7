// search_thoughts: words in thoughts, with the action that each thought led to.
import { SEARCH_FIELDS } from '@subtext/db';
import * as z from 'zod';
import { exactCount, plural } from '../../../lib/figures/format.ts';
import type { RouterOutputs } from '../../../lib/requests/trpc.ts';
import { CURSOR, writeCursor } from '../../read-api/parameters.ts';
import { AnswerText } from '../writing/answer-text.ts';
import { pageLink, stepLink } from '../../runs/links.ts';
import { BUDGET, RANGE } from './parameters.ts';
import { question, type Asking } from './question.ts';

type Hit = RouterOutputs['search']['find']['hits'][number];

export const searchThoughts = question(
  {
    name: 'search_thoughts',
    title: 'Search thoughts',
    description:
      'Finds words in what models thought (and, if chosen, wrote, passed to tools or got back), with the action that the thought led to.',
    parameters: z.strictObject({
      words: z
        .string()
        .trim()
        .min(1)
        .max(500)
        .describe(
          'All of them must be in a step. "A phrase" in quotes, -word excludes, and conditions such as tool:refund.',
        ),
      in: z
        .array(z.enum(SEARCH_FIELDS))
        .min(1)
        .max(SEARCH_FIELDS.length)
        .default(['thought'])
        .describe('Where: thought, said (a message before a call), args, result, answer.'),
      range: RANGE,
      cursor: CURSOR.describe('The cursor that the answer before gave, with the other parameters unchanged.'),
      ...BUDGET,
    }),
  },
  async (asking, { words, in: fields, range, cursor, max_tokens: maxTokens }) => {
    const { caller, project } = asking;
    const answer = new AnswerText(maxTokens);
    const { hits, total, next } = await caller.search.find({
      project,
      q: words,
      range,
      in: fields,
      group: 'trace',
      cursor,
    });
    const { traces, hits: count, capped, readSince } = total;
    answer.say(
      `${capped ? 'At least ' : ''}${plural(count, 'hit')} in ${plural(traces, 'run')}: ${pageLink(asking, 'search', { q: words, range })}`,
      readSince ? `Of today, only runs since ${readSince.toISOString()} were searched.` : undefined,
      await coverage(asking, range),
    );
    const shown = answer.list({ items: hits.map((hit) => hitItem(asking, answer, hit)), rest: () => undefined });
    const last = shown < hits.length ? hits[Math.max(0, shown - 1)] : next;
    if (last) {
      const { traceId, spanId, index } = last;
      answer.say(`There are more hits. Ask again with cursor=${writeCursor({ traceId, spanId, index })}`);
    }
    return answer.toString();
  },
);

/** Thinking without a text is in no search, so that "no hit" does not mean "not thought". */
async function coverage({ caller, project }: Asking, range: string): Promise<string> {
  const { readable, summary, noText, untold, generations, reporting } = await caller.search.coverage({
    project,
    range,
  });
  const all = readable + summary + noText + untold;
  return `A search can read ${exactCount(readable)} of ${exactCount(all)} reported thinking tokens of this range word by word, ${exactCount(summary)} as a summary; ${exactCount(reporting)} of ${plural(generations, 'model call')} report thinking.`;
}

function hitItem(asking: Asking, answer: AnswerText, { traceId, step, tool, title, texts }: Hit): string {
  const label = step?.label ?? null;
  const place = label === null ? `run ${traceId}` : `step ${label} of run ${traceId}`;
  const tools = step?.action.tools.map(({ name, outcome }) => `${name} (${outcome})`).join(', ');
  const lines = Object.entries(texts).map(([field, text]) => `${field}: ${text}`);
  const led = `led to: ${tools || step?.action.kind || tool}`;
  const run = title === null ? [] : [`run: ${title}`];
  return `- ${place} (${stepLink(asking, traceId, label)}) ${answer.item([...run, led, ...lines].join('\n'))}`;
}
