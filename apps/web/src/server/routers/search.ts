// The search in thoughts, messages and actions: hits with the action they led to, and the share of thinking with a
// text.
import {
  refineCalls,
  SEARCH_FIELDS,
  searchResults,
  searchSnippets,
  searchThoughts,
  thinkingCoverage,
  type CallSearch,
  type FoundCall,
  type Sql,
} from '@subtext/db';
import * as z from 'zod';
import { SPAN_ID, TRACE_ID, withoutNul } from '../trpc/inputs.ts';
import { FILTER, filterOf } from '../list-filter.ts';
import { arrangeHits, callKey, pageOfHits, SEARCH_GROUPS } from '../search/arrange-hits.ts';
import { hitSteps } from '../search/hit-steps.ts';
import { leadingTerm, searchWords } from '../search/search-words.ts';
import { projectProcedure, router } from '../trpc/trpc.ts';

const PAGE_HITS = 25;
/** The newest calls with the leading word that are searched. */
const MAX_CALLS = 500;
/** The newest traces whose results are read. */
const MAX_RESULT_TRACES = 500;
const SEARCH = FILTER.extend({
  in: z.array(z.enum(SEARCH_FIELDS)).min(1).max(SEARCH_FIELDS.length),
  group: z.enum(SEARCH_GROUPS),
  /** Reads many more traces of today, which takes seconds. */
  far: z.boolean().default(false),
  cursor: z
    .object({
      traceId: TRACE_ID,
      spanId: SPAN_ID,
      index: z.int().min(0).max(1_000_000),
    })
    .nullish(),
});

export const searchRouter = router({
  find: projectProcedure.input(SEARCH).query(async ({ ctx, input }) => {
    const words = searchWords(withoutNul(input.q));
    const terms = words.terms.filter(Boolean);
    const excluded = words.excluded.filter(Boolean);
    const { from, to } = filterOf(ctx.project.id, input);
    const { conditions } = words;
    const search = { projectId: ctx.project.id, from, to, conditions, terms, excluded, fields: input.in };
    const { found, complete, readSince } = await candidates(ctx.sql, search, input.far);
    const matched = found.length > 0 ? await refineCalls(ctx.sql, search, found) : [];
    const { hits, traces } = arrangeHits(matched, input.group);
    const { page, next } = pageOfHits(hits, input.cursor ?? null, PAGE_HITS);
    return {
      hits: await hitDetails(ctx.sql, search, page),
      next: next && { traceId: next.traceId, spanId: next.spanId, index: next.index },
      total: { hits: hits.length, traces, capped: !complete, readSince },
      terms,
    };
  }),

  coverage: projectProcedure
    .meta({ texts: 'none' })
    .input(FILTER.pick({ range: true }))
    .query(({ ctx, input }) => {
      const { from, to } = filterOf(ctx.project.id, { q: '', range: input.range });
      return thinkingCoverage(ctx.sql, ctx.project.id, { from, to });
    }),
});

interface Candidates {
  found: FoundCall[];
  complete: boolean;
  readSince: Date | null;
}

/**
 * Calls that contain the leading word: by the index of thoughts, preambles and arguments, and in results if they are
 * requested.
 */
async function candidates(sql: Sql, search: CallSearch, far: boolean): Promise<Candidates> {
  const { projectId, from, to, conditions, fields } = search;
  const term = leadingTerm(search.terms);
  if (!term) return { found: [], complete: true, readSince: null };
  // Some of the words may be in the result and some before the call: then one leads, and all are looked for in what it
  // finds.
  const terms = fields.includes('result') ? [term] : search.terms.filter((one) => /[\p{L}\p{N}]/u.test(one));
  const inTexts = fields.some((field) => field !== 'result');
  const results = { projectId, from, to, conditions, term, mostTraces: MAX_RESULT_TRACES, limit: MAX_CALLS };
  const nothing = { found: [], complete: true, readSince: null };
  const [texts, outcomes] = await Promise.all([
    inTexts ? searchThoughts(sql, { projectId, from, to, terms, far, limit: MAX_CALLS }) : nothing,
    fields.includes('result') ? searchResults(sql, results) : nothing,
  ]);
  const all = new Map([...texts.found, ...outcomes.found].map((call) => [callKey(call), call]));
  return { found: [...all.values()], complete: texts.complete && outcomes.complete, readSince: texts.readSince };
}

/** Hits with their texts and their place; two descriptions of one call that nothing else joined are one hit. */
async function hitDetails(sql: Sql, { projectId, terms }: CallSearch, page: ReturnType<typeof pageOfHits>['page']) {
  if (page.length === 0) return [];
  const snippets = await searchSnippets(sql, projectId, { keys: page, terms });
  const byKey = new Map(snippets.map((snippet) => [callKey(snippet), snippet]));
  const steps = await hitSteps(sql, { projectId, calls: snippets });
  const shown = new Set<string>();
  return page.flatMap(({ callId, describedBy, ...hit }) => {
    void [callId, describedBy];
    const key = callKey(hit);
    const step = steps.get(key) ?? null;
    const place = step?.label ? `${hit.traceId} ${step.label} ${hit.matched.join()}` : key;
    if (shown.has(place)) return [];
    shown.add(place);
    const { title = null, texts = {} } = byKey.get(key) ?? {};
    return [{ ...hit, title, texts, step }];
  });
}
