import { describe, expect, it } from 'vitest';
import { NO_SPEND, spendColumns, TOOL_COLUMNS } from './spend-tables.ts';
import { tableCsv, tableRecords } from '../files/table.ts';

const lines = (csv: string) => csv.trimEnd().split('\r\n');

describe('spend as a table', () => {
  const row = { key: 'gpt-5.2', provider: 'openai', ...NO_SPEND, generations: 3 };

  it('has dollars to the last digit, and nothing where nothing was said or priced', () => {
    const priced = { ...row, generationsReporting: 3, inputCost: 1_234_567_000_000_001n, reasoningTokens: 12_345n };
    const unpriced = { ...row, key: 'free', generationsUnpriced: 3 };
    const [head, first, second] = lines(tableCsv(spendColumns('model'), [priced, unpriced]));
    const of = (line: string | undefined, column: string) => line?.split(',')[head?.split(',').indexOf(column) ?? -1];
    expect([of(first, 'total_usd'), of(first, 'thinking_tokens')]).toEqual(['1234567.000000001', '12345']);
    expect([of(second, 'total_usd'), of(second, 'thinking_tokens')]).toEqual(['', '']);
  });

  it('has no $0 of thinking when thinking tokens are not reported', () => {
    const silent = { ...row, inputCost: 5_000_000n };
    const [record] = tableRecords(spendColumns('model'), [silent]);
    expect(record).toMatchObject({ total_usd: '0.005', thinking_readable_usd: null, thinking_no_text_usd: null });
    expect(tableRecords(spendColumns('model'), [{ ...silent, generationsReporting: 1 }])[0]).toMatchObject({
      thinking_readable_usd: '0',
    });
  });

  it('says how many runs count, and of how many calls', () => {
    const told = { ...row, runsCounted: 1, generationsInRuns: 3, generationsReporting: 1, untoldTokens: 9n };
    const [head, line] = lines(
      tableCsv(spendColumns('model'), [{ ...told, inputCost: 5n, untoldCost: 1_000_000_000n }]),
    );
    expect([head, line].map((one) => one?.split(',').slice(-5))).toEqual([
      [
        'agent_runs_counted',
        'model_calls_told_by_runs',
        'thinking_text_unknown_tokens',
        'thinking_text_unknown_usd',
        'model_calls_without_thinking',
      ],
      ['1', '3', '9', '1', '0'],
    ]);
  });

  it('is nothing that a spreadsheet would run', () => {
    const name = '=HYPERLINK("http://evil",1)';
    expect(lines(tableCsv(spendColumns('agent'), [{ ...row, key: name }]))[1]).toMatch(/^"'=HYPERLINK/);
    const tool = {
      ...{ tool: '+cmd', calls: 1, callsWithTokens: 0, callsEstimated: 0, tokenHistogram: [] },
      ...{ reasoningTokens: 0n, estimatedTokens: 0n, reasoningCost: 0n, hiddenCost: 0n },
    };
    expect(lines(tableCsv(TOOL_COLUMNS, [tool]))[1]).toBe("tool,'+cmd,1,0,,,,0,");
    expect(lines(tableCsv(TOOL_COLUMNS, [{ ...tool, tool: 'text_output' }]))[1]).toBe('answer,,1,0,,,,0,');
  });

  it('is for programs the same by name: counts are numbers, dollars are text, unknown is null', () => {
    const priced = { ...row, generationsReporting: 3, inputCost: 1_234_567_000_000_001n, reasoningTokens: 12_345n };
    expect(tableRecords(spendColumns('model'), [priced, { ...row, key: '=1', generationsUnpriced: 3 }])).toMatchObject([
      { model: 'gpt-5.2', model_calls: 3, thinking_tokens: 12_345, total_usd: '1234567.000000001' },
      { model: '=1', thinking_tokens: null, total_usd: null },
    ]);
  });
});
