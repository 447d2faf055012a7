/**
 * Forks the runs of a framework: the same program, the same question, and the recorded answers up to a step. The
 * provider counts what it is still asked.
 */
import type { Framework, Variant } from './frameworks.ts';
import { listTraces, readNewTraces, readTraces, type ReadTrace } from './read-api.ts';
import { runProgram, type Outcome } from './run-program.ts';
import { QUESTIONS } from './script.ts';
import { startShopProvider } from './shop-provider.ts';
import type { OwnProject } from './subtext.ts';

export interface ForkResult {
  agent: string;
  step: number;
  /** A tool returned something else than in the original run. */
  isChanged: boolean;
  /** Model calls of the original run, and those that the provider was asked in the fork. */
  calls: number;
  live: number;
  /** Its answer, and that of the original run. */
  answers: [original: string | undefined, forked: string | undefined];
  remarks: string;
  original: ReadTrace;
  forked: ReadTrace | undefined;
}

export type ForkAgent = 'orderDesk' | 'frontDesk';

/** The second one has sub-agents. */
export const FORK_AGENTS: readonly ForkAgent[] = ['orderDesk', 'frontDesk'];

interface Fork {
  origin: string;
  isChanged: boolean;
}

/** Runs the agents, and forks each at its first step, after its last one, and with a tool that has changed since. */
export async function forkVariant(
  project: OwnProject,
  { framework, variant }: { framework: Framework; variant: Variant },
  agents: readonly ForkAgent[] = FORK_AGENTS,
): Promise<ForkResult[]> {
  const provider = await startShopProvider(framework.calls);
  const run = async (agent: ForkAgent, order: string, fork?: Fork) => {
    provider.served.length = 0;
    const question = QUESTIONS[agent](order);
    const plan = [{ agent, questions: [question] }];
    const forking = fork && { fork: fork.origin, isChanged: fork.isChanged };
    const { folder } = framework;
    const end = await runProgram({ folder, variant, plan, providerUrl: provider.url, project, ...forking });
    const outcome = end.outcomes.find((one) => one.question === question);
    return { answer: outcome && answerIn(outcome), asked: provider.served.length, remarks: end.remarks };
  };
  try {
    const results: ForkResult[] = [];
    for (const [index, agent] of agents.entries()) {
      const order = `A-${String(300_001 + index)}`;
      const first = await run(agent, order);
      const original = (await readTraces(project.read)).find((trace) => mentions(trace, order));
      if (!original) throw new Error(`No trace of order ${order}. ${first.remarks}`);
      for (const { step, isChanged } of forksOf(agent, original.steps.length)) {
        const before = await listTraces(project.read);
        const forked = await run(agent, order, { origin: `${original.id}@${step}`, isChanged });
        const [trace] = await readNewTraces(project.read, before);
        const { asked: live, remarks } = forked;
        const answers: ForkResult['answers'] = [first.answer, forked.answer];
        const places = { agent, step, isChanged };
        results.push({ ...places, calls: first.asked, live, answers, remarks, original, forked: trace });
      }
    }
    return results;
  } finally {
    await provider.close();
  }
}

/** Only the order desk reads the policy, which is what changes. */
function forksOf(agent: ForkAgent, last: number): { step: number; isChanged: boolean }[] {
  const alike = [1, last].map((step) => ({ step, isChanged: false }));
  return agent === 'orderDesk' ? [...alike, { step: last, isChanged: true }] : alike;
}

const mentions = ({ steps }: ReadTrace, order: string): boolean => JSON.stringify(steps).includes(order);

const answerIn = (outcome: Outcome): string | undefined => outcome.answer ?? outcome.failure;

/** What is wrong with a fork; undefined: it gave the same answer, and was live only after its step. */
export function forkMiss(result: ForkResult, { wire }: Variant): string | undefined {
  if (wire === 'websocket') return missOfRefused(result);
  if (result.isChanged) return missOfChanged(result);
  const { step, calls, live, original, forked } = result;
  const [wanted, got] = result.answers;
  if (wanted !== got) return `It answered ${JSON.stringify(got)}.`;
  if (!forked) return 'It has no trace.';
  if (!isLinked(result)) return 'It is not linked to its origin.';
  const isWhole = step === original.steps.length;
  if (isWhole ? live !== 0 : live >= calls) return `The provider was asked ${live} of ${calls} times.`;
  return isWhole && Number(forked.cost) !== 0 ? `It cost ${forked.cost}.` : undefined;
}

const isLinked = ({ original, forked, step }: ForkResult): boolean =>
  forked?.metadata['fork.trace'] === original.id && forked.metadata['fork.step'] === String(step);

/** It has to say where it differs, to stop there, and to send nothing. */
function missOfChanged({ live, remarks, answers: [wanted, got] }: ForkResult): string | undefined {
  if (live !== 0) return `The provider was asked ${live} times after the run differed.`;
  if (
    !remarks.includes('The fork has stopped') ||
    !/model call 3 differs from the recorded one, first at messages\[4\]/.test(remarks)
  )
    return `It said: ${remarks}`;
  // Frameworks that stream hand the error to a callback, and end the text.
  return got === wanted ? 'The application got its answer.' : undefined;
}

/** No recording answers a WebSocket, and a fork is never run live instead. */
function missOfRefused({ live, remarks }: ForkResult): string | undefined {
  if (live !== 0) return `The provider was asked ${live} times over a WebSocket.`;
  return remarks.includes('A fork answers calls of fetch only') ? undefined : `It said: ${remarks}`;
}
