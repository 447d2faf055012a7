/**
 * `npm run conformance:frameworks`: runs agents on real frameworks, observed by the SDK, and compares what a scripted
 * provider served with what the read API returns.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '@subtext/launcher';
import type { RunResult } from './conformance.ts';
import { ALL_FORKS, CORE_FORKS, forkEach, type ForkTally } from './fork-each.ts';
import { FRAMEWORKS, variantName, type Framework, type Variant } from './frameworks.ts';
import { ensureInstalled, versionOf } from './install.ts';
import { missLines, tally } from './report.ts';

const HELP = `npm run conformance:frameworks -- [NAME…] [--core] [--forks] [--write] [--help]

Installs agent frameworks into examples/frameworks/agents, runs an agent on each of them against a scripted provider, observed by the
SDK, and compares what the provider served with what the read API of a Subtext of its own returns.

  NAME     only these frameworks: ${FRAMEWORKS.map(({ folder }) => folder).join(', ')}
  --core   only the frameworks that npm test checks: ${FRAMEWORKS.filter(({ isCore }) => isCore)
    .map(({ name }) => name)
    .join(', ')}, without their own telemetry,
           and forks of their runs
  --forks  instead, fork the runs of each framework in all variants, and those of the example agents (--core forks some)
  --write  write the results to docs/frameworks.md, and the lines to add to docs/sending.md, too

Exit code 1 when a check fails.`;

async function main(): Promise<number> {
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { core: flag, forks: flag, write: flag, help: flag },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const frameworks = chosen(positionals, values.core);
  for (const { folder, name, package: installed } of frameworks) {
    console.log(`${name}: ${await ensureInstalled(folder)}, ${installed} ${versionOf(folder, installed)}`);
  }
  if (values.forks) return forkAll(frameworks);
  const { results, forks } = await runAll(frameworks, values.core);
  const { passed, misses } = tally(results);
  for (const line of missLines(misses)) console.log(`✗ ${line}`);
  if (values.write) await write(results);
  const failed = misses.length + forks.failed;
  console.log(`${passed + forks.passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

/** Streamed, as most agents are. */
const firstVariant = (framework: Framework): Framework => ({
  ...framework,
  variants: framework.variants.filter(({ streamed, wire }) => streamed && wire === 'responses'),
});

const onMiss = (line: string): void => void (line.startsWith('✗') && console.log(line));

function chosen(names: readonly string[], core: boolean): Framework[] {
  const unknown = names.find((name) => !FRAMEWORKS.some(({ folder }) => folder === name));
  if (unknown !== undefined) throw new Error(`There is no framework "${unknown}".\n\n${HELP}`);
  const frameworks = FRAMEWORKS.filter(({ folder }) => names.length === 0 || names.includes(folder));
  return core ? frameworks.filter(({ isCore }) => isCore).map(withoutOwnTelemetry) : frameworks;
}

function withoutOwnTelemetry(framework: Framework): Framework {
  return { ...framework, variants: framework.variants.filter(({ ownTelemetry }) => !ownTelemetry) };
}

async function buildOnce(): Promise<void> {
  const logs = mkdtempSync(join(tmpdir(), 'subtext-frameworks-build-'));
  console.log(`Build: ${await build({ logs })}`);
  // Kept only when the build fails, whose message names it.
  rmSync(logs, { recursive: true });
}

interface Ran {
  results: RunResult[];
  forks: ForkTally;
}

async function runAll(frameworks: readonly Framework[], core: boolean): Promise<Ran> {
  await buildOnce();
  // Not before the build: @subtext/db needs the generated Prisma client.
  const [{ startSubtext }, { runVariant }] = await Promise.all([import('./subtext.ts'), import('./conformance.ts')]);
  const subtext = await startSubtext();
  try {
    const queue = frameworks.flatMap((framework) => framework.variants.map((variant) => ({ framework, variant })));
    const results: RunResult[][] = [];
    const work = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const own = await runVariant(subtext, next.framework, next.variant);
        console.log(line(next.framework, next.variant, own));
        results.push(own);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const forks = core
      ? await forkEach(subtext, { ...CORE_FORKS, frameworks: frameworks.map(firstVariant), say: onMiss })
      : { passed: 0, failed: 0 };
    return { results: inOrder(frameworks, results.flat()), forks };
  } finally {
    await subtext.stop();
  }
}

async function forkAll(frameworks: readonly Framework[]): Promise<number> {
  await buildOnce();
  const { startSubtext } = await import('./subtext.ts');
  const subtext = await startSubtext();
  try {
    const { passed, failed } = await forkEach(subtext, {
      ...ALL_FORKS,
      frameworks: frameworks.map(withoutOwnTelemetry),
      say: (line) => console.log(line),
    });
    console.log(`${passed} passed, ${failed} failed`);
    return failed > 0 ? 1 : 0;
  } finally {
    await subtext.stop();
  }
}

/** Most of a program's time is starting, and waiting for its own pauses. */
const AT_ONCE = 2;

function line({ name }: Framework, variant: Variant, results: readonly RunResult[]): string {
  const { passed, misses } = tally(results);
  return `${name}, ${variantName(variant)}: ${passed} passed, ${misses.length} failed`;
}

/** Variants end in any order. */
const inOrder = (frameworks: readonly Framework[], results: readonly RunResult[]): RunResult[] =>
  frameworks.flatMap((framework) =>
    framework.variants.flatMap((variant) => results.filter((result) => result.variant === variant)),
  );

async function write(results: readonly RunResult[]): Promise<void> {
  const { document, DOCUMENT, SENDING, sendingDocument } = await import('./document.ts');
  writeFileSync(DOCUMENT, await document(results));
  writeFileSync(SENDING, await sendingDocument());
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});
