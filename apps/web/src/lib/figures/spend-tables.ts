// Spend, and thinking by tool, as tables: exact numbers, exact dollars, missing values empty. Pure; for the costs
// screen and for the read API.
import type { CsvValue } from '../files/csv.ts';
import { costStateOf, reportedPart, totalOf, type CostPart, type CostParts } from './cost-parts.ts';
import { dollars, type TableColumn } from '../files/table.ts';
import type { RouterOutputs } from '../requests/trpc.ts';

type SpendRow = RouterOutputs['costs']['cut']['rows'][number];
type SpendMeasures = Omit<SpendRow, 'key' | 'provider'>;
type ToolRow = RouterOutputs['costs']['tools']['rows'][number];

/** The spend of nothing, and the start value of sums. */
export const NO_SPEND: Readonly<SpendMeasures> = {
  generations: 0,
  generationsReporting: 0,
  generationsUnpriced: 0,
  runsCounted: 0,
  generationsInRuns: 0,
  taskCalls: 0,
  errors: 0,
  inputTokens: 0n,
  cacheReadTokens: 0n,
  outputTokens: 0n,
  reasoningTokens: 0n,
  readableTokens: 0n,
  summaryTokens: 0n,
  noTextTokens: 0n,
  untoldTokens: 0n,
  inputCost: 0n,
  answerCost: 0n,
  readableCost: 0n,
  summaryCost: 0n,
  noTextCost: 0n,
  untoldCost: 0n,
};

export const costParts = (measures: SpendMeasures): CostParts => ({
  input: measures.inputCost,
  answer: measures.answerCost,
  readable: measures.readableCost,
  summary: measures.summaryCost,
  noText: measures.noTextCost,
  untold: measures.untoldCost,
});

type SpendColumn = TableColumn<SpendMeasures>;

const thinking = (name: string, of: (row: SpendMeasures) => bigint): SpendColumn => [
  `${name}_tokens`,
  (row) => (row.generationsReporting > 0 || row.reasoningTokens > 0n ? of(row) : null),
];

const cost = (name: string, of: (parts: CostParts) => bigint): SpendColumn => [
  `${name}_usd`,
  (row) => {
    const costs = costParts(row);
    return costStateOf({ ...row, costs }) === 'amount' ? dollars(of(costs)) : null;
  },
];

const thinkingCost = (name: string, part: CostPart): SpendColumn => [
  `thinking_${name}_usd`,
  (row) => {
    const costs = costParts(row);
    const nano = costStateOf({ ...row, costs }) === 'amount' ? reportedPart(costs[part], { ...row, costs }) : null;
    return nano === null ? null : dollars(nano);
  },
];

const MEASURES: readonly SpendColumn[] = [
  ['model_calls', (row) => row.generations],
  ['model_calls_reporting_thinking', (row) => row.generationsReporting],
  ['model_calls_without_price', (row) => row.generationsUnpriced],
  ['errors', (row) => row.errors],
  ['input_tokens', (row) => row.inputTokens],
  ['cache_read_tokens', (row) => row.cacheReadTokens],
  ['output_tokens', (row) => row.outputTokens],
  thinking('thinking', (row) => row.reasoningTokens),
  thinking('thinking_readable', (row) => row.readableTokens),
  thinking('thinking_summary_only', (row) => row.summaryTokens),
  thinking('thinking_no_text', (row) => row.noTextTokens),
  cost('total', totalOf),
  cost('input', ({ input }) => input),
  cost('answer', ({ answer }) => answer),
  thinkingCost('readable', 'readable'),
  thinkingCost('summary_only', 'summary'),
  thinkingCost('no_text', 'noText'),
  ['agent_runs_counted', (row) => row.runsCounted],
  ['model_calls_told_by_runs', (row) => row.generationsInRuns],
  thinking('thinking_text_unknown', (row) => row.untoldTokens),
  thinkingCost('text_unknown', 'untold'),
  ['model_calls_without_thinking', (row) => row.taskCalls],
];

/** `cut`: what each row stands for; the name of the first column. */
export const spendColumns = (cut: string): readonly TableColumn<SpendRow>[] => [
  [cut, (row) => row.key],
  ['provider', (row) => row.provider],
  ...MEASURES,
];

export const DAY_COLUMNS: readonly TableColumn<SpendMeasures & { day: string }>[] = [
  ['day', (row) => row.day],
  ...MEASURES,
];

/** The name under which the rollups list answers among tools, although no tool was called. */
export const isAnswer = (tool: string): boolean => tool === 'text_output';

const known = (row: ToolRow, value: CsvValue): CsvValue => (row.callsWithTokens > 0 ? value : null);

export const TOOL_COLUMNS: readonly TableColumn<ToolRow>[] = [
  ['before', (row) => (isAnswer(row.tool) ? 'answer' : 'tool')],
  ['tool', (row) => (isAnswer(row.tool) ? null : row.tool)],
  ['calls', (row) => row.calls],
  ['calls_with_thinking_tokens', (row) => row.callsWithTokens],
  ['thinking_tokens', (row) => known(row, row.reasoningTokens)],
  ['thinking_usd', (row) => known(row, dollars(row.reasoningCost))],
  ['hidden_thinking_usd', (row) => known(row, dollars(row.hiddenCost))],
  ['calls_estimated', (row) => row.callsEstimated],
  ['estimated_thinking_tokens', (row) => (row.callsEstimated > 0 ? row.estimatedTokens : null)],
];
