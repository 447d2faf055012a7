/** Forks of all frameworks and of the example agents, a few at a time. */
import { FORKED_EXAMPLES, forkExample, type ForkedExample } from './example-forks.ts';
import { FORK_AGENTS, forkMiss, forkVariant, type ForkAgent } from './forks.ts';
import { variantName, type Framework } from './frameworks.ts';
import type { Subtext } from './subtext.ts';

export interface ForkTally {
  passed: number;
  failed: number;
}

export interface ForkScope {
  agents: readonly ForkAgent[];
  examples: readonly ForkedExample[];
}

export const ALL_FORKS: ForkScope = { agents: FORK_AGENTS, examples: FORKED_EXAMPLES };
/** For npm test: one agent on each framework, a chat, and a conversation that the provider stores. */
export const CORE_FORKS: ForkScope = { agents: ['orderDesk'], examples: ['refund', 'trip'] };

type Job = () => Promise<{ what: string; miss: string | undefined }[]>;

/** Most of a program's time is starting. */
const AT_ONCE = 3;

interface Forking extends ForkScope {
  frameworks: readonly Framework[];
  /** Gets a line for each fork: ✓ or ✗, and what is wrong with it. */
  say: (line: string) => void;
}

export async function forkEach(subtext: Subtext, { frameworks, say, ...scope }: Forking): Promise<ForkTally> {
  const queue = [...frameworkJobs(subtext, frameworks, scope), ...exampleJobs(subtext, scope)];
  const forks: ForkTally = { passed: 0, failed: 0 };
  const work = async (): Promise<void> => {
    for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
      for (const { what, miss } of await job()) {
        forks[miss === undefined ? 'passed' : 'failed'] += 1;
        say(miss === undefined ? `✓ ${what}` : `✗ ${what}: ${miss}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return forks;
}

const frameworkJobs = (subtext: Subtext, frameworks: readonly Framework[], { agents }: ForkScope): Job[] =>
  frameworks.flatMap((framework) =>
    framework.variants.map((variant): Job => async () => {
      const slug = `fork-${framework.folder}-${variantName(variant)}`.replace(/[^a-z0-9-]+/g, '-');
      const results = await forkVariant(await subtext.openProject(slug), { framework, variant }, agents);
      return results.map((result) => {
        const place = `${result.agent} at step ${result.step}${result.isChanged ? ' with a changed tool' : ''}`;
        return {
          what: `fork of ${framework.name}, ${variantName(variant)}, ${place}`,
          miss: forkMiss(result, variant),
        };
      });
    }),
  );

const exampleJobs = (subtext: Subtext, { examples }: ForkScope): Job[] =>
  examples.map((agent): Job => async () => {
    const results = await forkExample(await subtext.openProject(`fork-${agent}`), agent);
    return results.map(({ run, step, miss }) => ({ what: `fork of the example ${run} at step ${step}`, miss }));
  });
