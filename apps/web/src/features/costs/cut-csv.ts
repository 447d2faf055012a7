// The rows of the current cut as CSV: numbers in full, dollars to the last digit, unknown as an empty cell. Pure.
import { csvLine, type CsvValue } from '../../lib/csv.ts';
import { exactMoney } from '../../lib/format.ts';
import type { SpendOfCut, ThinkingOfTool } from './answer.ts';
import type { Cut } from './cuts.ts';
import { toSpend } from './spend.ts';

const dollars = (nano: bigint): string => exactMoney(nano).replaceAll(/[$,]/g, '');

const SPEND_HEAD = [
  ...['provider', 'model_calls', 'model_calls_reporting_thinking', 'model_calls_without_price', 'errors'],
  ...['input_tokens', 'cache_read_tokens', 'output_tokens', 'thinking_tokens', 'thinking_readable_tokens'],
  ...['thinking_summary_only_tokens', 'thinking_no_text_tokens', 'total_usd', 'input_usd', 'answer_usd'],
  ...['thinking_readable_usd', 'thinking_summary_only_usd', 'thinking_no_text_usd'],
  ...['agent_runs_counted', 'model_calls_told_by_runs', 'thinking_text_unknown_tokens', 'thinking_text_unknown_usd'],
];

export function spendCsv(cut: Cut, rows: readonly SpendOfCut[]): string {
  return csvLine([cut, ...SPEND_HEAD]) + rows.map((row) => csvLine(spendLine(row))).join('');
}

function spendLine(row: SpendOfCut): CsvValue[] {
  const said = row.generationsReporting > 0 || row.reasoningTokens > 0n;
  const { parts, total, state } = toSpend(row, 'usd');
  const money = [total, parts.input, parts.answer, parts.readable, parts.summary, parts.noText];
  const thinking = [row.reasoningTokens, row.readableTokens, row.summaryTokens, row.noTextTokens];
  return [
    ...[row.key, row.provider, row.generations, row.generationsReporting, row.generationsUnpriced, row.errors],
    ...[row.inputTokens, row.cacheReadTokens, row.outputTokens],
    ...thinking.map((count) => (said ? count : null)),
    ...money.map((nano) => (state === 'amount' ? dollars(nano) : null)),
    ...[row.runsCounted, row.generationsInRuns],
    ...[said ? row.untoldTokens : null, state === 'amount' ? dollars(parts.untold) : null],
  ];
}

const TOOL_HEAD = [
  ...['tool', 'calls', 'calls_with_thinking_tokens', 'thinking_tokens', 'thinking_usd', 'hidden_thinking_usd'],
  ...['calls_estimated', 'estimated_thinking_tokens'],
];

export function toolsCsv(rows: readonly ThinkingOfTool[]): string {
  const lines = rows.map((row) => {
    const known = row.callsWithTokens > 0;
    return csvLine([
      ...[row.tool, row.calls, row.callsWithTokens, known ? row.reasoningTokens : null],
      ...[known ? dollars(row.reasoningCost) : null, known ? dollars(row.hiddenCost) : null],
      ...[row.callsEstimated, row.callsEstimated > 0 ? row.estimatedTokens : null],
    ]);
  });
  return csvLine(TOOL_HEAD) + lines.join('');
}
