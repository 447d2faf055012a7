// The responses of the endpoints as schemas, derived from the columns that make the rows, so that both stay equal.
// Responses are not parsed with them; tests check real responses.
import { CALL_STATUSES, THINKING_STATES } from '@subtext/reasoning';
import * as z from 'zod';
import { DIFFERENCES } from '../../lib/compare/align.ts';
import { BILLED_COLUMNS } from '../../lib/figures/billed-table.ts';
import { checkColumns } from '../../lib/figures/check-table.ts';
import { LATENCY_CUTS } from '../../lib/figures/latency-cuts.ts';
import { latencyColumns } from '../../lib/figures/latency-table.ts';
import { SPEND_CUTS } from '../../lib/figures/spend-cuts.ts';
import { DAY_COLUMNS, spendColumns, TOOL_COLUMNS } from '../../lib/figures/spend-tables.ts';
import { CHECK_NAMES } from '../../lib/traces/checks.ts';
import type { TableColumn } from '../../lib/files/table.ts';
import { SPAN_ID, TRACE_ID } from '../trpc/inputs.ts';
import { TRACE_COLUMNS } from '../trace/trace-table.ts';
import { SESSION_COLUMNS } from './session-table.ts';
import { CALL_COLUMNS, STEP_COLUMNS } from './step-tables.ts';
import { HIT_COLUMNS, SETTING_COLUMNS, THOUGHT_COLUMNS } from './thought-tables.ts';

export const COUNT = z.int().nonnegative();
export const TEXT = z.string().nullable();
export const DOLLARS = z
  .string()
  .regex(/^\d+(?:\.\d{1,9})?$/)
  .nullable()
  .meta({ description: 'Dollars as decimal text, exact to the nano-dollar; null if unknown.' });
const BOUND = z.number().nonnegative().nullable();
/** Their patterns are longer than all the rest of the document. */
const withoutPattern = ({ jsonSchema }: { jsonSchema: { pattern?: unknown } }) => void delete jsonSchema.pattern;
export const TIME = z.iso.datetime().meta({ override: withoutPattern });

const STEP_KIND = z.enum(['calls', 'answer', 'trailing', 'response', 'run']);
const CALL_STATUS = z.enum(['unset', ...CALL_STATUSES]).meta({
  description:
    'ok, error: known. probable_error: the result reads like an error, and nothing reports whether the call failed; not counted as an error anywhere. unknown: there is a result, and nothing reports whether the call succeeded. no_result: requested, and no result was seen. unset: started, and its end was not reported so far.',
});

export const CHECKS_STATE = z.enum(['checked', 'due', 'failed', 'none']).meta({
  description:
    'due: the trace waits to be checked, for the first time or because it changed. failed: the checks ended with an error. none: not checked, such as a trace from before there were checks.',
});

/** Columns that are neither counts nor sums. */
const WORDS: Readonly<Record<string, z.ZodType>> = {
  trace_id: TRACE_ID,
  started_at: TIME,
  ended_at: TIME,
  name: TEXT,
  asked: TEXT.meta({ description: 'What the user said first, shortened.' }),
  models: z.string().meta({ description: 'Their names, with spaces between them.' }),
  session: TEXT,
  user: TEXT,
  environment: TEXT,
  release: TEXT,
  service: TEXT,
  scores: TEXT.meta({
    description:
      'A JSON object with the scores of the trace, its steps and thoughts by name: count, up and down, least, most and mean, categories; null if there is none.',
  }),
  check: z.enum(CHECK_NAMES),
  checks_state: CHECKS_STATE,
  checks_partial: z.string().meta({
    description: 'The checks that could not look at every step, with spaces between them.',
  }),
  checks: TEXT.meta({
    description:
      'A JSON object with the findings of the checks by check: findings, and how many of them are certain; null if there is none, which only says something of a trace that was checked.',
  }),
  metadata: TEXT.meta({ description: 'A JSON object of texts; null if there is none.' }),
  tags: z.string().meta({ description: 'With spaces between them.' }),
  provider: TEXT,
  text_basis: z.enum(['verbatim', 'summary']).meta({
    description: 'verbatim: all of the text is the model’s own. summary: the provider’s, which may have any length.',
  }),
  bytes_per_token: z.number(),
  ...Object.fromEntries(
    ['usual_bytes_per_token', 'usual_from', 'usual_to'].map((name) => [name, z.number().nullable()]),
  ),
  verdict: z.enum(['usual', 'less_text', 'more_text', 'unknown']).meta({
    description: 'Compared with up to 28 days before. less_text and more_text are unusual, which is not wrong.',
  }),
  not_compared: z.enum(['few_model_calls', 'few_days_before']).nullable().meta({
    description: 'Why the verdict is unknown: fewer than 20 model calls, or fewer than 7 days before.',
  }),
  before: z.enum(['tool', 'answer']).meta({ description: 'What the thinking led to: calls of a tool, or answers.' }),
  tool: TEXT.meta({ description: 'null: answers.' }),
  day: z.iso.date().meta({ override: withoutPattern }),
  step: TEXT.meta({
    description: 'As on the page of the trace, such as 7b; null in a trace too long to count for a list.',
  }),
  span_id: SPAN_ID,
  start_ms: z.number().meta({ description: 'Milliseconds from the start of the trace.' }),
  kind: STEP_KIND,
  said: TEXT.meta({ description: 'The message before the calls.' }),
  tools: z.string().meta({ description: 'Their names, with spaces between them.' }),
  call: z.string().meta({ description: 'As on the page of the trace, such as 7b.' }),
  call_type: z.string(),
  call_status: CALL_STATUS,
  took_ms: z.number().nullable().meta({ description: 'null: not known. A call without a result has none.' }),
  took_source: z.enum(['measured', 'inferred']).nullable().meta({
    description: 'inferred: it lies between two messages of the conversation, and contains more than the call.',
  }),
  thinking_state: z.enum(THINKING_STATES),
  tokens_source: TEXT,
  preview: TEXT,
  matched: z.string().meta({ description: 'In which texts, with spaces between them.' }),
  ...Object.fromEntries(['thought', 'arguments', 'result', 'answer'].map((name) => [name, TEXT])),
  setting: z.string(),
  change: TEXT.meta({ description: 'What to put into the request; null: nothing would show the thinking.' }),
  cost_note: TEXT,
  caution: TEXT,
  ...Object.fromEntries(SPEND_CUTS.map((cut) => [cut, TEXT])),
};

/** The name of a column has its unit; figures that may not be reported are nullable. */
function valueOf(name: string): z.ZodType {
  const words = WORDS[name];
  if (words) return words;
  if (name.endsWith('_usd')) return DOLLARS;
  if (/_p\d+_(?:from|to)_ms$/.test(name)) return BOUND;
  return /_(?:tokens|ms)$/.test(name) ? COUNT.nullable() : COUNT;
}

const rowOf = (id: string, columns: readonly TableColumn<never>[]) =>
  z.object(Object.fromEntries(columns.map(([name]) => [name, valueOf(name)]))).meta({ id });

const CUT_ROWS = SPEND_CUTS.map((cut) => rowOf(`CostsBy${cut[0]!.toUpperCase()}${cut.slice(1)}`, spendColumns(cut)));

export const NEXT = z.string().nullable().meta({ description: 'The "cursor" of the next page; null on the last one.' });
const TRACE_ROW = rowOf('TraceRow', TRACE_COLUMNS);

export const pageOf = <Row extends z.ZodType>(id: string, row: Row) =>
  z.object({ rows: z.array(row), next: NEXT }).meta({ id });

export const TRACES_ANSWER = pageOf('Traces', TRACE_ROW);

export const SESSIONS_ANSWER = pageOf('Sessions', rowOf('SessionRow', SESSION_COLUMNS));

export const PROJECTS_ANSWER = pageOf(
  'Projects',
  z.object({ slug: z.string(), name: z.string(), url: z.url() }).meta({ id: 'ProjectRow' }),
);

export const STEPS_ANSWER = pageOf('Steps', rowOf('StepRow', STEP_COLUMNS));
export const CALLS_ANSWER = pageOf('Calls', rowOf('CallRow', CALL_COLUMNS));

const SCOPE = z
  .looseObject({
    traces: COUNT.meta({ description: 'How many of the newest traces were summed.' }),
    capped: z.boolean().meta({ description: 'There were more of them.' }),
  })
  .nullable()
  .meta({ description: 'null: the sums are of everything in the range.' });

/** Which columns there are does not depend on the range. */
const CHECK_COLUMNS = checkColumns({ from: new Date(0), to: new Date(0) }, false);

export const COSTS_ANSWER = z
  .object({
    rows: z
      .union(
        [
          ...CUT_ROWS,
          rowOf('CostsByDay', DAY_COLUMNS),
          rowOf('CostsByTool', TOOL_COLUMNS),
          rowOf('CostsByCheck', CHECK_COLUMNS),
        ].map((row) => z.array(row)),
      )
      .meta({ description: 'Rows of what was asked for with "by".' }),
    scope: SCOPE,
  })
  .meta({ id: 'Costs' });

export const BILLED_THINKING_ANSWER = z
  .object({
    rows: z.array(rowOf('BilledThinkingDay', BILLED_COLUMNS)),
    more_models: z.boolean().meta({ description: 'The rows are of the ten models with the most billed thinking.' }),
  })
  .meta({ id: 'BilledThinking' });

const LATENCY_ROWS = [...LATENCY_CUTS, 'day'].map((name) =>
  rowOf(`LatencyBy${name[0]!.toUpperCase()}${name.slice(1)}`, latencyColumns(name)),
);

export const LATENCY_ANSWER = z
  .object({
    rows: z.union(LATENCY_ROWS.map((row) => z.array(row))).meta({
      description:
        'A percentile is known to a bucket of a histogram: it lies between "from" and "to", which are √2 apart. "to" is null for the last bucket, from 2.3 hours on; both are null without a duration. An inferred duration of a tool lies between two messages and contains more than the call.',
    }),
    scope: SCOPE,
  })
  .meta({ id: 'Latency' });

export const THOUGHTS_ANSWER = z
  .object({ rows: z.array(rowOf('ThoughtRow', THOUGHT_COLUMNS)) })
  .meta({ id: 'Thoughts' });

export const SETTINGS_ANSWER = z
  .object({ rows: z.array(rowOf('SettingRow', SETTING_COLUMNS)) })
  .meta({ id: 'Settings' });

export const SEARCH_ANSWER = z
  .object({
    rows: z.array(rowOf('HitRow', HIT_COLUMNS)),
    next: NEXT,
    total: z.object({
      hits: COUNT,
      traces: COUNT,
      capped: z.boolean().meta({ description: 'There may be more hits than were looked for.' }),
    }),
  })
  .meta({ id: 'Hits' });

const NANO_DOLLARS = z
  .union([z.int(), z.string().regex(/^\d+$/)])
  .meta({ description: 'Nano-dollars; as text from 2^53 on.' });
const MAYBE_NANO = NANO_DOLLARS.nullable();

const STEP = z
  .object({
    number: COUNT,
    level: COUNT,
    kind: STEP_KIND,
    agent: TEXT.meta({ description: 'The agent whose step it is; null when it is not known.' }),
    start: z.number().meta({ description: 'Milliseconds from the start of the trace.' }),
    spanId: TEXT,
    model: TEXT,
    thought: z.object({
      state: z.enum(THINKING_STATES),
      tokens: COUNT.nullable(),
      source: TEXT,
      texts: z.array(z.string()),
    }),
    said: TEXT.meta({ description: 'The words before the calls.' }),
    calls: z.array(
      z.object({
        label: z.string(),
        tool: z.string(),
        type: z.string(),
        arguments: TEXT,
        result: TEXT,
        status: CALL_STATUS,
        durationMs: z.number().nullable().meta({ description: 'null: not known. A call without a result has none.' }),
        durationInferred: z.boolean().meta({
          description:
            'The duration lies between the response that requested the call and the request with its result: it contains the other calls of the response, and any wait for approval.',
        }),
      }),
    ),
    paid: z
      .looseObject({
        cost: MAYBE_NANO,
        reasoningTokens: COUNT.nullable(),
        reasoningCost: MAYBE_NANO,
        hiddenCost: MAYBE_NANO,
      })
      .nullable(),
  })
  .meta({ id: 'Step' });

export const STEP_ANSWER = z
  .object({
    trace_id: TRACE_ID,
    steps: COUNT.meta({ description: 'How many the trace has.' }),
    url: z.url(),
    why: z.string().meta({ description: 'What led to the step, in words.' }),
    thinking: z
      .string()
      .meta({ description: 'What can be read of its thinking, and how its tokens are known, in words.' }),
    cost: z.string().meta({ description: 'What it cost, in words.' }),
    step: STEP,
    thought_of_call: TEXT.meta({ description: 'The call whose thought led to this step, too; its step has the text.' }),
    texts_cut: COUNT.meta({
      description: 'Texts that are longer than what is here, or of calls after the 50th. The whole trace has them.',
    }),
  })
  .meta({ id: 'StepWithTexts' });

export const CONVERSATION_ANSWER = z
  .object({
    trace_id: TRACE_ID,
    step: z.string(),
    messages: COUNT,
    characters: COUNT.meta({ description: 'Of the whole request.' }),
    missing: COUNT.meta({ description: 'Parts that were not recorded, or were cut.' }),
    model_calls_not_read: COUNT.meta({
      description: 'Earlier ones that are too large to read: their turns are as the request repeated them.',
    }),
    request: z.string().meta({ description: 'A piece of JSON. All pieces together are the request.' }),
    next: NEXT,
  })
  .meta({ id: 'Conversation' });

const PLACE = { a_step: TEXT, b_step: TEXT };
const DIFFERENCE = z.number().nullable();

export const COMPARE_ANSWER = z
  .object({
    url: z.url(),
    summary: z.string().meta({ description: 'What differs first, and what each did there.' }),
    fork: z.object(PLACE).nullable().meta({
      description: 'The first different action, else the first difference; null: none was found.',
    }),
    a: TRACE_ROW,
    b: TRACE_ROW,
    deltas: z
      .object({
        steps: z.int(),
        errors: z.int(),
        duration_ms: DIFFERENCE,
        thinking_tokens: DIFFERENCE,
        total_usd: z
          .string()
          .regex(/^-?\d+(?:\.\d{1,9})?$/)
          .nullable(),
      })
      .meta({ description: 'B minus A; null where a part of one of them is not known.' }),
    rows: z.array(
      z
        .object({
          ...PLACE,
          differences: z.string().meta({ description: `Of ${DIFFERENCES.join(', ')}, with spaces between them.` }),
          not_captured: z.string().meta({ description: 'What is known of one of the two only, in words.' }),
        })
        .meta({ id: 'ComparedSteps' }),
    ),
    next: NEXT,
  })
  .meta({ id: 'Comparison' });

export const TRACE_ANSWER = z
  .object({
    format: z.literal('subtext.trace/1'),
    trace: z.looseObject({
      id: TRACE_ID,
      name: TEXT,
      asked: TEXT,
      models: z.array(z.string()),
      sessionId: TEXT,
      userId: TEXT,
      environment: TEXT,
      release: TEXT,
      service: TEXT,
      tags: z.array(z.string()),
      metadata: z.record(z.string(), z.string()),
      startedAt: TIME,
      endedAt: TIME,
      spans: COUNT,
      steps: COUNT,
      errors: COUNT,
      costs: z.record(z.string(), NANO_DOLLARS),
    }),
    stepsOfFirstSpans: COUNT.optional().describe(
      'The steps are those of so many spans, the first of a very long trace; absent when all are here.',
    ),
    steps: z.array(STEP),
    spans: z.array(z.looseObject({})).meta({
      description:
        'As they were sent, with what the rules of the project keep. "duplicateOf" is the id of the span that counts instead, where another instrumentation reports the same model call.',
    }),
  })
  .meta({ id: 'Trace' });

export const ERROR_ANSWER = z.object({ error: z.string() }).meta({ id: 'Error' });
