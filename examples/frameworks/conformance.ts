/** Runs the program of a framework in all its variants, and checks what the read API returns of each run. */
import { variantName, type Framework, type Variant } from './frameworks.ts';
import { check, type Findings } from './properties.ts';
import { readTraces } from './read-api.ts';
import { runProgram, type Outcome, type Plan } from './run-program.ts';
import { ANSWERS, QUESTIONS, type AgentName } from './script.ts';
import { startShopProvider } from './shop-provider.ts';
import type { Subtext } from './subtext.ts';

export const SCENARIOS = {
  loop: 'one agent',
  twoAtOnce: 'two runs at once',
  approval: 'a call that waits for approval',
  subAgents: 'two sub-agents as tools',
  handOver: 'hand-over',
} as const;
export type Scenario = keyof typeof SCENARIOS;

interface Run {
  scenario: Scenario;
  first: keyof typeof QUESTIONS;
  order: string;
}

export interface RunResult {
  framework: Framework;
  variant: Variant;
  scenario: Scenario;
  order: string;
  /** A program that failed proves nothing, so it fails every property. */
  failure: string | undefined;
  findings: Findings | undefined;
}

/** The program answers all questions in one process. */
export async function runVariant(subtext: Subtext, framework: Framework, variant: Variant): Promise<RunResult[]> {
  const provider = await startShopProvider(framework.calls);
  try {
    const name = `${framework.folder}-${variantName(variant)}`.replace(/[^a-z0-9-]+/g, '-');
    const project = await subtext.openProject(name);
    const runs = runsOf(framework);
    const { folder } = framework;
    const end = await runProgram({ folder, variant, plan: planOf(runs), providerUrl: provider.url, project });
    const traces = await readTraces(project.read);
    return runs.map(({ scenario, first, order }) => {
      const failure = failureOf({ first, order }, end.outcomes, end.remarks);
      const turns = provider.served.filter((turn) => turn.order === order);
      const findings = failure === undefined ? check({ order, turns, first }, traces) : undefined;
      return { framework, variant, scenario, order, failure, findings };
    });
  } finally {
    await provider.close();
  }
}

function runsOf({ calls, hasApproval }: Framework): Run[] {
  const runs: Omit<Run, 'order'>[] = [
    { scenario: 'loop', first: 'orderDesk' },
    { scenario: 'twoAtOnce', first: 'orderDesk' },
    { scenario: 'twoAtOnce', first: 'orderDesk' },
    { scenario: 'subAgents', first: 'frontDesk' },
  ];
  if (hasApproval) runs.push({ scenario: 'approval', first: 'orderDesk' });
  if (calls.handOver) runs.push({ scenario: 'handOver', first: 'reception' });
  return runs.map((run, index) => ({ ...run, order: `A-${String(100_001 + index * 7)}` }));
}

const questionOf = ({ first, order }: Pick<Run, 'first' | 'order'>): string => QUESTIONS[first](order);

function planOf(runs: readonly Run[]): Plan {
  const scenarios = [...new Set(runs.map(({ scenario }) => scenario))];
  return scenarios.map((scenario) => {
    const own = runs.filter((run) => run.scenario === scenario);
    // The same desk as far as the model knows.
    return { agent: scenario === 'approval' ? 'approvedDesk' : own[0]!.first, questions: own.map(questionOf) };
  });
}

/** undefined = the framework gave the answer that the script ends with. */
function failureOf(
  run: Pick<Run, 'first' | 'order'>,
  outcomes: readonly Outcome[],
  remarks: string,
): string | undefined {
  const outcome = outcomes.find(({ question }) => question === questionOf(run));
  const last: Exclude<AgentName, 'reception'> = run.first === 'reception' ? 'claimsDesk' : run.first;
  const expected = ANSWERS[last](run.order);
  if (outcome?.answer?.includes(expected)) return undefined;
  return outcome?.failure ?? (outcome ? `It answered ${JSON.stringify(outcome.answer)}.` : `No answer. ${remarks}`);
}
