/** docs/conformance.md: the table of the last run, the room that was used, and every case. Written by `npm run conformance -- --write`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isExact, padded, roomsOf, tableOf, type CaseResult } from './report.ts';

const FILE = join(import.meta.dirname, '../../../docs/conformance.md');

const INTRODUCTION = `# Conformance

Recorded answers of real providers, replayed byte for byte through \`observe()\` and compared with what each call should carry: its name, id
and arguments, the thoughts that led to it, what was said before it, the call it refers to, what came after the last call, and the tokens.
Nothing is skipped. This page is written by \`npm run conformance -- --write\`; without \`--write\` the command prints the same.
`;

export function writeDocument(results: readonly CaseResult[]): void {
  const exactly = results.filter(isExact).length;
  const rooms = roomsOf(results).map(({ tag, why, ids }) => `- **${tag}**: ${why}. ${ids.join(', ')}.`);
  const cases = results.map((result) => {
    const { id, provider, api, model, turns } = result.recording;
    return [
      `${provider}/${id}`,
      api,
      model,
      String(turns.length),
      isExact(result) ? 'exact' : `${result.misses.length} differences`,
    ];
  });
  const sections = [
    INTRODUCTION,
    `**${exactly} of ${results.length} cases exact.** Cases that are exact, of all:\n`,
    markdownTable(tableOf(results)),
    `## Where the recordings leave room\n\nTheir rules and ours differ here; the difference is checked, too.\n`,
    `${rooms.join('\n')}\n`,
    '## Every case\n',
    markdownTable([['case', 'api', 'model', 'turns', 'result'], ...cases]),
  ];
  writeFileSync(FILE, sections.join('\n'));
}

function markdownTable(table: readonly string[][]): string {
  const [header = [], ...rows] = padded(table.map((row) => row.map((cell) => cell.replaceAll('|', '\\|'))));
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map((cell) => '-'.repeat(cell.length))), ...rows.map(line), ''].join('\n');
}
