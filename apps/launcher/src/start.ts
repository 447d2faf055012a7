// `npm start` and `npm run dev`: from a checkout to a running Subtext, and down again.
import { build } from './build.ts';
import { closingBlock } from './closing-block.ts';
import type { CommandLine } from './command-line.ts';
import { type DataDirectory, openDataDirectory } from './data-directory.ts';
import { followStarter } from './follow-starter.ts';
import { INTERRUPTED, type Interruption, aborted, listenForInterruption } from './interruption.ts';
import { PORTS, requireFreePort } from './ports.ts';
import { type Progress, consoleProgress } from './progress.ts';
import type { System } from './system.ts';
import { describe } from './user-error.ts';

/** `npm start` and `npm run dev`: the whole system until somebody stops it. Resolves to the exit code. */
export async function start(line: CommandLine): Promise<number> {
  const interruption = listenForInterruption();
  followStarter(() => process.kill(process.pid, 'SIGTERM'));
  const progress = consoleProgress();
  const data = await openDataDirectory(line.data);
  try {
    const system = await bringUp(line, { data, progress, interruption });
    return await runUntilStopped(system, { progress, signal: interruption.signal });
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
    progress.say('Interrupted while starting: nothing is left running.');
    return INTERRUPTED;
  } finally {
    await data.unlock();
  }
}

interface Surroundings {
  data: DataDirectory;
  progress: Progress;
  interruption: Interruption;
}

async function bringUp(line: CommandLine, { data, progress, interruption }: Surroundings): Promise<System> {
  const { signal } = interruption;
  const isDevelopment = line.command === 'dev';
  await requireFreePorts(line, data, progress);
  await progress.step('Build', async (note) =>
    note(await build({ logs: data.logs, withoutWeb: isDevelopment, signal })),
  );
  const { startSystem } = await import('./system.ts');
  const { port, ingestPort, grpcPort } = line;
  const databaseUrl = process.env.DATABASE_URL || undefined;
  const settings = { data, port, ingestPort, grpcPort, databaseUrl, isDevelopment };
  const system = await startSystem({ ...settings, progress, signal, onKillable: interruption.onImpatience });
  try {
    if (line.seed) await seedIfEmpty(system, { data, progress, interruption });
    progress.say(await closingBlock(system, data));
    return system;
  } catch (error) {
    await system.stop();
    throw error;
  }
}

/**
 * The servers of a launcher that was killed see it within a second and may then drain for a while (follow-parent.mjs).
 */
const LEFTOVERS_END_MS = 20_000;

async function requireFreePorts(line: CommandLine, { wasKilled }: DataDirectory, { say }: Progress): Promise<void> {
  if (wasKilled) say('The start before was killed: waiting until what it left has ended.');
  for (const [name, facts] of Object.entries(PORTS)) {
    await requireFreePort(line[name as keyof typeof PORTS], facts, wasKilled ? LEFTOVERS_END_MS : 0);
  }
}

/** Examples that fail are told, and no reason not to start. */
async function seedIfEmpty(system: System, { data, progress, interruption }: Surroundings): Promise<void> {
  const [{ hasNoTraces }, { seed }] = await Promise.all([import('./ingest-key.ts'), import('./seed.ts')]);
  if (!(await hasNoTraces(system.databaseUrl))) return;
  const { signal } = interruption;
  const seeding = progress.step('Examples', async (note) => {
    await seed(system, { logs: data.logs, signal });
    note('traces of the example agents (a scripted provider, no key needed)');
  });
  await seeding.catch((error: unknown) => {
    signal.throwIfAborted();
    progress.say(describe(error));
  });
}

/** Until Ctrl-C (exit code 0: that is how one stops it) or until a part fails (1). */
async function runUntilStopped(system: System, { progress, signal }: { progress: Progress; signal: AbortSignal }) {
  const failure = await Promise.race([system.failed, aborted(signal).then(() => undefined)]);
  if (failure !== undefined) progress.say(`\n${failure.message}\n`);
  await system.stop((name) => progress.say(`Stopping ${name}`));
  progress.say(
    failure === undefined
      ? 'Stopped. Your data stays.'
      : 'Everything else is stopped. Your data stays; start again with npm start.',
  );
  return failure === undefined ? 0 : 1;
}
