/**
 * `usage.iterations` of an Anthropic message: one entry per model run behind it (providers.md §4). The runs of the
 * model that answers are included in the message's figures; those of an advisor, of a compaction and of a model that
 * declined are charged in addition.
 */
import type { PaidBeside } from '../../parts/model-response.ts';
import { usageOfAnthropic } from '../../usage/normalise-usage.ts';
import { count, filled, isRecord, record, records, type JsonRecord } from '../../json/json.ts';

const FIGURES = ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens', 'output_tokens'] as const;

/** Each run becomes a span. An answer has a few runs; a body with more than this is not one of Anthropic's. */
const MAX_RUNS = 100;

/** Runs that the message's figures leave out. `model`: the one that answers. */
export function paidBeside(usage: JsonRecord, model: string | undefined): PaidBeside[] {
  const runs = records(usage.iterations).slice(0, MAX_RUNS);
  const server = runs.find(({ type }) => type === 'fallback_message');
  return runs.flatMap((run): PaidBeside[] => {
    const named = filled(run.model);
    if (run.type === 'advisor_message') return beside(run, named);
    // The model that answers writes the summary.
    if (run.type === 'compaction') return beside(run, named ?? model);
    const declined = server !== undefined && run.type === 'message' && named !== undefined && named !== server.model;
    // A model that declined before its first word is not charged; nor does the message count it when another model
    // answered.
    return declined && (count(run.output_tokens) ?? 0) > 0 ? beside(run, named) : [];
  });
}

function beside(run: JsonRecord, model: string | undefined): PaidBeside[] {
  const usage = usageOfAnthropic(run, { zeroIsUnknown: false });
  return usage ? [{ type: String(run.type), ...(model !== undefined && { model }), usage }] : [];
}

/**
 * The message sums the runs of the model that answers (R: 1,128 + 1,354 = 2,482). Where it reports only the input of
 * the first run, as the advisor's documentation says, every run was still read and charged.
 */
export function withEveryRun(usage: JsonRecord): JsonRecord {
  const runs = records(usage.iterations);
  // The run that declined used another model.
  if (runs.some(({ type }) => type === 'fallback_message')) return usage;
  const own = runs.filter(({ type }) => type === 'message');
  const sums = FIGURES.map((name) => [name, sumOf(own, name)] as const);
  if (sums.some(([name, sum]) => sum < (count(usage[name]) ?? 0))) return usage;
  const more = Object.fromEntries(sums.filter(([name, sum]) => sum > (count(usage[name]) ?? 0)));
  return { ...usage, ...more, ...writesOfEveryRun(usage, own) };
}

const LIFETIMES = ['ephemeral_5m_input_tokens', 'ephemeral_1h_input_tokens'] as const;

/** What each run wrote to the cache by lifetime, where reported. */
function writesOfEveryRun({ cache_creation: lifetimes }: JsonRecord, runs: readonly JsonRecord[]): JsonRecord {
  const writes = runs.map((run) => run.cache_creation).filter(isRecord);
  const atLeast = (name: string) => Math.max(count(record(lifetimes)[name]) ?? 0, sumOf(writes, name));
  return writes.length === 0
    ? {}
    : { cache_creation: Object.fromEntries(LIFETIMES.map((name) => [name, atLeast(name)])) };
}

const sumOf = (runs: readonly JsonRecord[], name: string): number =>
  runs.reduce((sum, run) => sum + (count(run[name]) ?? 0), 0);
