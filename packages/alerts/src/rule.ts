/** What an alert rule is: a figure of model calls or of a tool, what it is compared with, and where messages go. */
import * as z from 'zod';

/** Each has one unit, in which limits and values are written. */
export const METRICS = {
  spend: { words: 'Spend', unit: 'dollars' },
  hidden_spend: { words: 'Hidden spend', unit: 'dollars' },
  coverage: { words: 'Coverage', unit: 'percent' },
  error_rate: { words: 'Error rate', unit: 'percent' },
  latency_p95: { words: 'Latency (p95)', unit: 'seconds' },
  thinking_per_call: { words: 'Thinking per call', unit: 'tokens' },
  tokens: { words: 'Tokens', unit: 'tokens' },
} as const;

export type Metric = keyof typeof METRICS;
export type MetricUnit = (typeof METRICS)[Metric]['unit'];

const METRIC_NAMES = Object.keys(METRICS) as [Metric, ...Metric[]];

/** Only these figures are stored by tool. */
const TOOL_METRICS: readonly Metric[] = ['hidden_spend', 'latency_p95', 'thinking_per_call'];

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
export const NAME = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), 'A name has no control characters.');

export const ALERT_SCOPE = z.strictObject({
  model: NAME.optional(),
  agent: NAME.optional(),
  tool: NAME.optional(),
  environment: NAME.optional(),
  release: NAME.optional(),
});
export type AlertScope = z.infer<typeof ALERT_SCOPE>;

const HOURS = z.int().min(1).max(168);

export const ALERT_RULE = z
  .strictObject({
    metric: z.enum(METRIC_NAMES),
    scope: ALERT_SCOPE,
    /** `change`: how many percent more or less than in the same window of the week before. */
    compare: z.enum(['threshold', 'change']),
    direction: z.enum(['above', 'below']),
    /** In the unit of the metric; for a change, in percent. */
    limit: z.number().min(0).max(1e15),
    /** The figure is of this many hours. */
    windowHours: HOURS,
    /** The condition has to hold for this many hours, one evaluation each. */
    forHours: HOURS,
    /** With fewer calls in the window, the figure counts as unknown. */
    minimumCalls: z.int().min(1).max(1_000_000),
    destinations: z.array(z.uuid()).max(20),
  })
  .superRefine((rule, context) => {
    const problem = problemOf(rule);
    if (problem) context.addIssue({ code: 'custom', ...problem });
  });
export type AlertRule = z.infer<typeof ALERT_RULE>;

function problemOf({ metric, scope, compare, direction, limit }: AlertRule) {
  if (scope.tool !== undefined && Object.values(scope).filter(Boolean).length > 1)
    return { path: ['scope'], message: 'A rule on a tool cannot also name a model, agent, environment or release.' };
  if (scope.tool !== undefined && !TOOL_METRICS.includes(metric))
    return { path: ['metric'], message: 'Of a tool, only hidden spend, latency and thinking per call are stored.' };
  if (compare === 'threshold' && METRICS[metric].unit === 'percent' && limit > 100)
    return { path: ['limit'], message: 'A share is at most 100 %.' };
  if (compare === 'change' && direction === 'below' && limit > 100)
    return { path: ['limit'], message: 'Nothing can fall by more than 100 %.' };
  return undefined;
}
