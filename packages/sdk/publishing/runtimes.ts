/**
 * `npm run runtimes -w packages/sdk` installs the packed package with npm in every supported runtime. Each runs the
 * same agent on the real `openai` client against a provider on loopback. The table of the results is written to
 * docs/sdk-runtimes.md. It downloads the runtimes (about 500 MB, kept in the temporary folder), so it is not part of
 * `npm test`. `-- --only Bun` runs some of them and writes nothing.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { CLAIMS } from './claims.ts';
import { pack } from './package.ts';
import { startLoopback, type Loopback } from './received.ts';
import { installByNpm, RUNTIMES, type App, type Way } from './runtimes-known.ts';

const DOCUMENT = join(import.meta.dirname, '../../../docs/sdk-runtimes.md');

interface Row {
  runtime: string;
  way: string;
  /** One value for each claim; a text is the reason why nothing ran. */
  held: boolean[] | string;
}

async function runWay(way: Way, runtime: string, loopback: Loopback): Promise<Row> {
  try {
    const said = JSON.parse(await way.run(loopback.where)) as Record<string, unknown>;
    const spans = loopback.takeSpans();
    return { runtime, way: way.title, held: CLAIMS.map(({ holds }) => holds(said, spans)) };
  } catch (error) {
    loopback.takeSpans();
    return { runtime, way: way.title, held: String(error).slice(0, 500) };
  }
}

async function runAll(app: App, wanted: string): Promise<Row[]> {
  const loopback = await startLoopback();
  const rows: Row[] = [];
  for (const { title, install } of RUNTIMES.filter((runtime) => runtime.title.includes(wanted))) {
    const { version, ways, close } = await install(app);
    for (const way of ways) {
      const row = await runWay(way, `${title} ${version}`, loopback);
      console.log(row.runtime.padEnd(34), row.way.padEnd(44), cells(row).join(' '));
      if (typeof row.held === 'string') console.log(row.held);
      rows.push(row);
    }
    await close?.();
  }
  await loopback.close();
  return rows;
}

function cells({ held }: Row): string[] {
  return typeof held === 'string' ? CLAIMS.map(() => 'failed') : held.map((holds) => (holds ? '✓' : '—'));
}

function table(rows: readonly Row[]): string {
  const titles = ['runtime', 'how', ...CLAIMS.map(({ title }) => title)];
  const lines = [titles, titles.map(() => '---'), ...rows.map((row) => [row.runtime, row.way, ...cells(row)])];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

const EXPLAINED = `# Where the SDK runs

This page lists the runtimes that the SDK was tested on. \`npm run runtimes -w packages/sdk\` writes it: the command packs
the package, installs it with npm, and runs one agent with the real \`openai\` client in each runtime, streamed, with a
tool, observed and not observed, alone, in a \`trace\` and in a \`withContext\`. Provider and Subtext are servers on
loopback. Each column is judged by the spans that arrived before \`flush()\` resolved.

`;

const NOTES = `

- Node and compatible runtimes load the same implementation for \`import\` and \`require\`, so an application that uses
  both has one state.
- Edge runtimes, service workers and browsers load another file of the package (conditions \`workerd\`,
  \`edge-light\`, \`worker\` and \`browser\`), without \`node:\` modules and without \`@opentelemetry/sdk-node\`. It sends spans
  with \`fetch\`.
- \`register\` observes the global fetch, and in Node also \`node:http\`, \`node:https\` and undici.
- **Send before the runtime stops you:** call \`ctx.waitUntil(flush())\` on Workers, or \`waitUntil(flush())\` on Vercel,
  when the answer's stream has ended.
- Without \`AsyncLocalStorage\` (on Workers: the flag \`nodejs_compat\`), \`trace\` and \`withContext\` have no effect
  after the first \`await\`. The calls of a loop are still one trace, joined by their history.
- If a runtime has no environment variables, pass \`url\` and \`apiKey\` as options of \`observe()\`.
`;

const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;
const packed = await pack();
const app = await installByNpm(packed);
console.log(
  `installed: ${app.ownMegabytes} MB of our own, ${app.otherMegabytes} MB in ${app.others} packages it depends on\n`,
);
const rows = await runAll(app, only ?? '');
await packed.remove();
const size = `\nInstalled size: ${app.ownMegabytes} MB for the SDK, and ${app.otherMegabytes} MB in ${app.others} dependencies: OpenTelemetry, of which \`sdk-node\` is\nloaded only for variables that it alone reads.\n`;
if (only === undefined) {
  const text = `${EXPLAINED}${table(rows)}\n${NOTES}${size}`;
  await writeFile(DOCUMENT, await format(text, { ...(await resolveConfig(DOCUMENT)), parser: 'markdown' }));
}
process.exitCode = rows.some(({ held }) => typeof held === 'string' || !held[0]) ? 1 : 0;
