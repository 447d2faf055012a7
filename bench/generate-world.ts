/**
 * The models with their prices, the agents with their tools, and the users of the generated traces; and the cost of a
 * model's response.
 */
import { BLANK_FACTS, type PriceRecord, type TraceFacts } from '@subtext/trace';
import { chanceOf, prose, type Chance } from './generate-text.ts';

export interface Model {
  provider: string;
  name: string;
  state: 'readable' | 'summary' | 'encrypted' | 'withheld';
  /** Nano-dollars per token. The same holds for `output`. */
  input: number;
  output: number;
}
const MODELS: readonly Model[] = [
  { provider: 'openai', name: 'gpt-5.2', state: 'summary', input: 1_750, output: 14_000 },
  { provider: 'anthropic', name: 'claude-opus-4-6', state: 'readable', input: 5_000, output: 25_000 },
  { provider: 'deepseek', name: 'deepseek-reasoner', state: 'readable', input: 280, output: 420 },
  { provider: 'google', name: 'gemini-3-pro', state: 'encrypted', input: 2_000, output: 12_000 },
  { provider: 'openai', name: 'gpt-5.2-mini', state: 'withheld', input: 250, output: 2_000 },
];

/** `thinks` multiplies the thinking; null = no effort was reported. */
export const EFFORTS = [
  { name: 'low', thinks: 0.4 },
  { name: 'medium', thinks: 1 },
  { name: 'high', thinks: 2 },
  { name: null, thinks: 1 },
] as const;

export const AGENTS = [
  { name: 'support', tools: ['get_order', 'search_orders', 'refund_order', 'send_mail'] },
  { name: 'coder', tools: ['read_file', 'write_file', 'run_tests', 'grep', 'list_files'] },
  { name: 'researcher', tools: ['web_search', 'open_page', 'read_pdf', 'take_note'] },
  { name: 'analyst', tools: ['run_query', 'describe_table', 'plot', 'export_csv'] },
] as const;
export type Agent = (typeof AGENTS)[number];
/** Used in one of thousands of calls, so that a filter by tool can search for it among millions. */
const RARE_TOOL = 'delete_account';

export const modelOf = (chance: Chance): Model => chance.pick(MODELS);

export const toolOf = (chance: Chance, agent: Agent): string =>
  chance.happens(0.0003) ? RARE_TOOL : chance.pick(agent.tools);

/** The same for every run of an agent, as in a real program. */
const INSTRUCTIONS = new Map<Agent, string>(
  AGENTS.map((agent, index) => [agent, `You are ${agent.name}. ${prose(chanceOf(index), 500)}`]),
);
export const instructionsOf = (agent: Agent): string => INSTRUCTIONS.get(agent)!;

const TAGS = ['beta', 'nightly', 'replayed', 'vip', 'eval'];

/** The facts that all spans of a run report about their trace. */
export function factsOf(chance: Chance, startedAt: Date): TraceFacts {
  const user = chance.happens(0.8) ? `user-${chance.skewed(400)}` : null;
  return {
    ...BLANK_FACTS,
    sessionId: chance.happens(0.6) ? `session-${startedAt.toISOString().slice(0, 10)}-${chance.below(2_000)}` : null,
    userId: user,
    service: 'agents',
    environment: chance.happens(0.9) ? 'production' : 'staging',
    release: `1.${startedAt.getUTCDate()}.${chance.below(3)}`,
    tags: chance.happens(0.2) ? [chance.pick(TAGS)] : [],
    metadata: chance.happens(0.3) ? { region: chance.pick(['eu', 'us', 'ap']) } : {},
  };
}

/** Usage and costs that add up as those of real responses do. */
export function spend(chance: Chance, model: Model, reasoningTokens: number) {
  const inputTokens = 600 + chance.skewed(2_500);
  const cacheReadTokens = Math.floor(inputTokens * chance.next() * 0.8);
  const outputTokens = reasoningTokens + chance.skewed(90);
  const inputCost = (inputTokens - cacheReadTokens) * model.input;
  const cacheReadCost = Math.round((cacheReadTokens * model.input) / 10);
  const outputCost = outputTokens * model.output;
  const reasoningCost = reasoningTokens * model.output;
  const shareOf = (state: 'readable' | 'summary', amount: number) => (model.state === state ? amount : 0);
  const isDark = model.state === 'encrypted' || model.state === 'withheld';
  return {
    inputTokens,
    cacheReadTokens,
    outputTokens,
    reasoningTokens,
    reasoningSource: 'reported' as const,
    thinkingState: model.state,
    readableTokens: shareOf('readable', reasoningTokens),
    summaryTokens: shareOf('summary', reasoningTokens),
    noTextTokens: isDark ? reasoningTokens : 0,
    inputCost,
    cacheReadCost,
    cacheWriteCost: 0,
    outputCost,
    reasoningCost,
    readableCost: shareOf('readable', reasoningCost),
    summaryCost: shareOf('summary', reasoningCost),
    noTextCost: isDark ? reasoningCost : 0,
    totalCost: inputCost + cacheReadCost + outputCost,
    costSource: 'computed' as const,
  };
}

export function priceOf(model: Model): PriceRecord {
  return {
    provider: model.provider,
    model: model.name,
    matchedModel: model.name,
    source: 'generated',
    asOf: '2026-11-01',
    inputRate: model.input * 1e6,
    cacheReadRate: model.input * 1e5,
    cacheWriteRate: null,
    cacheWriteHourRate: null,
    outputRate: model.output * 1e6,
    reasoningRate: null,
    promptOver: null,
  };
}
