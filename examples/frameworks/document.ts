/** docs/frameworks.md: the table, what does not hold, and what a user adds for each framework. */
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

const MARKED = /\/\/ <observe>\n([\s\S]*?)\n\/\/ <\/observe>/;

/** The lines of a program that a user adds. */
export function snippetOf({ folder }: Framework): string {
  const source = readFileSync(join(agentFolder(folder), 'agent.mjs'), 'utf8');
  const [, lines] = MARKED.exec(source) ?? [];
  if (lines === undefined) throw new Error(`${folder}/agent.mjs has no lines between <observe> and </observe>.`);
  return lines;
}

export async function document(results: readonly RunResult[]): Promise<string> {
  const frameworks = FRAMEWORKS.filter((framework) => results.some((result) => result.framework === framework));
  const { passed, misses } = tally(results);
  const missing = missLines(misses).map((line) => `- ${line}`);
  const text = `# Agent frameworks

This page says what Subtext records of an agent that runs on a framework, and which lines to add to get there. How to
install the SDK and where the key goes: [sending.md](sending.md).

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
- **Two sub-agents as tools**: an agent calls two others at once as tools; each has a tool of its own.
- **Hand-over**: an agent hands the conversation over to another one, for frameworks that have this.
- **Own telemetry on**: the framework reports through OpenTelemetry to the same project, too, so each call arrives twice.
- **Errors known**: the failed call has another status than the calls that succeeded.
- **Cost once**: the sum over the run's traces is what the provider's usage costs, to the nano-dollar.
- **Agents named**: an agent that was started by another one has a name of its own.

## What does not hold

${missing.length > 0 ? missing.join('\n') : 'Nothing.'}

## What to add

${frameworks.map(section).join('\n\n')}
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

function section(framework: Framework): string {
  const variants = framework.variants.map(
    ({ wire, streamed, ownTelemetry }) =>
      `${WIRES[wire]}${streamed ? ' streamed' : ''}${ownTelemetry ? ' with own telemetry' : ''}`,
  );
  return `### ${framework.name}

[The whole program](../examples/frameworks/agents/${framework.folder}/agent.mjs). Variants: ${variants.join(', ')}.${framework.remark ? ` ${framework.remark}` : ''}

\`\`\`js
${snippetOf(framework)}
\`\`\``;
}
