/** docs/frameworks.md: the table, and what does not hold. The lines that a user adds are in docs/sending.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { SCENARIOS, type RunResult, type Scenario } from './conformance.ts';
import { FRAMEWORKS, type Framework } from './frameworks.ts';
import { versionOf } from './install.ts';
import { PROPERTIES } from './properties.ts';
import { cell, missLines, tally } from './report.ts';
import { agentFolder } from './run-program.ts';

export const DOCUMENT = join(import.meta.dirname, '../../docs/frameworks.md');
/** The page with the lines to add. */
export const SENDING = join(import.meta.dirname, '../../docs/sending.md');
const SNIPPETS = /(?<=<!-- The lines of examples\/frameworks\. -->\n)[\s\S]*?(?=<!-- The end of these lines\. -->)/;

const MARKED = /\/\/ <observe>\n([\s\S]*?)\n\/\/ <\/observe>/;

/** The lines of a program that a user adds. */
export function snippetOf({ folder }: Framework): string {
  const source = readFileSync(join(agentFolder(folder), 'agent.mjs'), 'utf8');
  const [, lines] = MARKED.exec(source) ?? [];
  if (lines === undefined) throw new Error(`${folder}/agent.mjs has no lines between <observe> and </observe>.`);
  return lines;
}

/** The page with the lines of today's programs. */
export async function sendingDocument(): Promise<string> {
  const snippets = FRAMEWORKS.map((framework) => `**${framework.name}**\n\n\`\`\`js\n${snippetOf(framework)}\n\`\`\``);
  const text = readFileSync(SENDING, 'utf8').replace(SNIPPETS, () => `\n${snippets.join('\n\n')}\n\n`);
  return format(text, { ...(await resolveConfig(SENDING)), parser: 'markdown' });
}

export async function document(results: readonly RunResult[]): Promise<string> {
  const frameworks = FRAMEWORKS.filter((framework) => results.some((result) => result.framework === framework));
  const { passed, misses } = tally(results);
  const missing = missLines(misses).map((line) => `- ${line}`);
  const text = `# Agent frameworks

This page says what Subtext records of an agent that runs on a framework. The lines to add to get there:
[sending.md](sending.md#on-an-agent-framework).

\`npm run conformance:frameworks -- --write\` writes this page. It starts a Subtext of its own, runs the real packages
against a scripted provider on loopback, observed by the SDK, and compares what the provider served with what the
[read API](reading.md) returns. Each thought, argument and result is unique, so nothing passes by chance.

**${passed} checks passed, ${misses.length} failed.**

## What holds

✓ = in all variants of the framework that are listed below, ✗ = not in all of them, blank = nothing to check.

| framework | run | ${PROPERTIES.join(' | ')} |
| --- | --- | ${PROPERTIES.map(() => ':-:').join(' | ')} |
${frameworks.flatMap((framework) => rowsOf(framework, results)).join('\n')}

- **One agent**: two calls at once, then one call, then a call that fails, then the answer.
- **Two runs at once**: the same agent answers two questions in one process.
- **A call that waits for approval**: the run stops before a call, and goes on when it is approved.
- **Two sub-agents as tools**: an agent calls two others at once as tools; each has a tool of its own.
- **Hand-over**: an agent hands the conversation over to another one, for frameworks that have this.
- **Own telemetry on**: the framework reports through OpenTelemetry to the same project, too, so each call arrives twice.
- **Errors known**: the failed call has another status than the calls that succeeded.
- **Cost once**: the sum over the run's traces is what the provider's usage costs, to the nano-dollar.
- **Agents named**: an agent that was started by another one has a name of its own.

## What does not hold

${missing.length > 0 ? missing.join('\n') : 'Nothing.'}

## What was run

${frameworks.map(programOf).join('\n')}
`;
  return format(text, { ...(await resolveConfig(DOCUMENT)), parser: 'markdown' });
}

function rowsOf(framework: Framework, results: readonly RunResult[]): string[] {
  const own = results.filter((result) => result.framework === framework);
  const version = `${framework.name} (\`${framework.package}\` ${versionOf(framework.folder, framework.package)})`;
  return [false, true].flatMap((ownTelemetry) =>
    (Object.keys(SCENARIOS) as Scenario[]).flatMap((scenario) => {
      const runs = own.filter(
        ({ variant, ...result }) => result.scenario === scenario && Boolean(variant.ownTelemetry) === ownTelemetry,
      );
      if (runs.length === 0) return [];
      const what = `${SCENARIOS[scenario]}${ownTelemetry ? ', own telemetry on' : ''}`;
      return [`| ${version} | ${what} | ${PROPERTIES.map((name) => cell(runs, name)).join(' | ')} |`];
    }),
  );
}

const WIRES = {
  responses: 'OpenAI Responses',
  websocket: 'OpenAI Responses over a WebSocket',
  chat: 'Chat Completions',
  anthropic: 'Anthropic Messages',
  gemini: 'Gemini',
};

function programOf({ name, folder, remark, telemetry, variants }: Framework): string {
  const ways = variants.map(
    ({ wire, streamed, ownTelemetry }) =>
      `${WIRES[wire]}${streamed ? ' streamed' : ''}${ownTelemetry ? ' with own telemetry' : ''}`,
  );
  const program = `../examples/frameworks/agents/${folder}/agent.mjs`;
  const own = telemetry ? `\`${telemetry}\` ${versionOf(folder, telemetry)}` : 'built in';
  return `- [${name}](${program}): ${ways.join(', ')}. Own telemetry: ${own}.${remark ? ` ${remark}` : ''}`;
}
