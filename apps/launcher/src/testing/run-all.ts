// `npm test`: starts each stage when the stages before it have ended, and prints a summary with `N passed, N failed`
// as the last line.
import { consoleProgress, elapsed } from '../progress.ts';
import { describe } from '../user-error.ts';
import { type Counts, oneCheck, sum } from './counts.ts';
import { STAGES, type Stage, type StageEnd } from './stages.ts';

interface Finished extends StageEnd {
  name: string;
  took: string;
}

/** Resolves to the exit code. */
export async function runAll(stages: Stage[] = STAGES): Promise<number> {
  const started = Date.now();
  const finished = await runStages(stages);
  for (const stage of finished.filter(({ counts }) => counts.failed > 0)) {
    console.log(`\n──── ${stage.name} failed ────\n${stage.output}`);
  }
  console.log('');
  for (const { name, counts, took } of finished)
    console.log(`${name.padEnd(12)} ${inWords(counts).padEnd(40)} ${took}`);
  const total = sum(finished.map(({ counts }) => counts));
  console.log(`\nAll stages took ${elapsed(started)}${total.skipped > 0 ? `; ${total.skipped} skipped` : ''}.`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed > 0 ? 1 : 0;
}

async function runStages(stages: Stage[]): Promise<Finished[]> {
  const { say } = consoleProgress();
  const running = new Map<string, Promise<Finished>>();
  for (const stage of stages) {
    const before = stage.after.map((name) => running.get(name));
    running.set(
      stage.name,
      Promise.all(before).then(() => runStage(stage, say)),
    );
  }
  return Promise.all(running.values());
}

async function runStage(stage: Stage, say: (line: string) => void): Promise<Finished> {
  const started = Date.now();
  say(`… ${stage.name}`);
  const heartbeat = setInterval(() => say(`… ${stage.name}, ${elapsed(started)}`), 30_000);
  const end = await stage.run(say).catch((error: unknown) => ({ counts: oneCheck(false), output: describe(error) }));
  clearInterval(heartbeat);
  const took = elapsed(started);
  say(`${end.counts.failed > 0 ? '✕' : '✓'} ${stage.name}: ${inWords(end.counts)} (${took})`);
  return { ...end, name: stage.name, took };
}

function inWords({ passed, failed, skipped }: Counts): string {
  if (passed + failed + skipped === 0) return 'nothing to run';
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
