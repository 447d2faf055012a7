/**
 * Writes docs/conformance.md: the tables of the last run, the allowed differences that occurred, and every case. Run by
 * `npm run conformance -- --write`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isStreamed } from './recording.ts';
import { isExact, padded, usedDifferences, type CaseResult } from './report.ts';

const FILE = join(import.meta.dirname, '../../../docs/conformance.md');

const INTRODUCTION = `# Conformance

\`npm run conformance\` plays recorded provider responses, byte for byte, through \`observe()\` on the real clients with a
local server. It compares what each call should carry: name, id and arguments, the thoughts that led to it, the text
before it, the call that it refers to, the thoughts and text after the last call, and the tokens. A case passes only if
everything is exact.

**Recordings** are real responses that others published. **Fixtures** are written by hand in the wire format, for cases
without a recording ([how](../packages/reasoning/fixtures/README.md)); they also state the thinking state of each thought
and the source of its tokens.

\`npm run conformance -- --write\` writes this page; without \`--write\` the command prints the same.
`;

const OPEN_RULES = `## Where rules differ

Here the recordings' rules allow several results or differ from ours. Our own result is checked, too.
`;

export function writeDocument(results: readonly CaseResult[]): void {
  const exactly = results.filter(isExact).length;
  const differences = usedDifferences(results).map(({ tag, why, ids }) => `- **${tag}**: ${why}. ${ids.join(', ')}.`);
  const sections = [
    INTRODUCTION,
    `**${exactly} of ${results.length} cases passed, ${results.length - exactly} failed, none was skipped.**\n`,
    '## By api\n',
    markdownTable(byApi(results)),
    '## By tag\n',
    markdownTable(byTag(results)),
    OPEN_RULES,
    `${differences.join('\n')}\n`,
    '## Every case\n',
    markdownTable(cases(results)),
  ];
  writeFileSync(FILE, sections.join('\n'));
}

const OUTCOME = ['passed', 'failed', 'skipped'];

/** The runner replays every case, so none can be skipped. */
function outcome(results: readonly CaseResult[]): string[] {
  const exactly = results.filter(isExact).length;
  return [exactly, results.length - exactly, 0].map(String);
}

function byApi(results: readonly CaseResult[]): string[][] {
  const apis = [...new Set(results.map(({ recording }) => recording.api))].sort();
  const rows = apis.map((api) => {
    const own = results.filter(({ recording }) => recording.api === api);
    const fixtures = own.filter(({ recording }) => recording.note !== undefined).length;
    const streamed = own.map(({ recording }) => recording.turns.map((turn) => isStreamed(recording, turn))).flat();
    const whole = streamed.filter((is) => !is).length;
    return [api, ...[own.length - fixtures, fixtures, whole, streamed.length - whole].map(String), ...outcome(own)];
  });
  return [['api', 'recordings', 'fixtures', 'answers whole', 'answers streamed', ...OUTCOME], ...rows];
}

function byTag(results: readonly CaseResult[]): string[][] {
  const tags = [...new Set(results.flatMap(({ recording }) => recording.tags))].sort();
  const rows = tags.map((tag) => [tag, ...outcome(results.filter(({ recording }) => recording.tags.includes(tag)))]);
  return [['tag', ...OUTCOME], ...rows];
}

function cases(results: readonly CaseResult[]): string[][] {
  const rows = results.map((result) => {
    const { id, provider, api, model, turns, note } = result.recording;
    const outcomeText = isExact(result) ? 'passed' : `failed: ${result.misses.map(({ where }) => where).join('; ')}`;
    const kind = note === undefined ? 'recording' : 'fixture';
    return [`${provider}/${id}`, kind, api, model, String(turns.length), outcomeText];
  });
  return [['case', 'is a', 'api', 'model', 'turns', 'result'], ...rows];
}

function markdownTable(table: readonly string[][]): string {
  const [header = [], ...rows] = padded(table.map((row) => row.map((cell) => cell.replaceAll('|', '\\|'))));
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map((cell) => '-'.repeat(cell.length))), ...rows.map(line), ''].join('\n');
}
