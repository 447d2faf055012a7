/**
 * investigate.ts: what a model would ask about a run that did something twice. Its calls and its answer are made of the
 * results that Subtext gave, so it works for any run.
 */
import type { Turn } from '../script.ts';
import type { ChooseTurn } from '../server.ts';

const USAGE: Turn['usage'] = { input: 1_200, output: 160, thinking: 60 };

export const investigation: ChooseTurn = ({ asked, rounds }, request) => {
  const [run] = /[\da-f]{32}/.exec(asked) ?? [];
  const [, tool = 'refund'] = /[\da-f]{32} (\w+) twice/.exec(asked) ?? [];
  if (run === undefined) throw new Error('The scripted provider needs the id of a run in the question.');
  const results = resultsIn(request);
  if (rounds === 0) return turn('I list the steps of the run first.', { call: 'explain_cost', arguments: { run } });
  if (rounds === 1) {
    const calls = stepsOf(results.at(-1) ?? '', tool).map((step) => ({ call: 'why', arguments: { run, step } }));
    if (calls.length === 0) return turn(undefined, { said: `Run ${run} has no step that calls ${tool}.` });
    return turn(`These are the steps that call ${tool}. I ask why each was done.`, ...calls);
  }
  return turn(undefined, { said: explanation({ run, tool, results: results.slice(1) }) });
};

function turn(thought: string | undefined, ...output: Turn['output']): Turn {
  return { output: thought === undefined ? output : [{ thought }, ...output], usage: USAGE };
}

interface AskedRequest {
  messages: { content: string | { type: string; content?: string }[] }[];
}

function resultsIn(request: unknown): string[] {
  const { messages } = request as AskedRequest;
  return messages.flatMap(({ content }) =>
    typeof content === 'string'
      ? []
      : content.flatMap((block) => (block.type === 'tool_result' ? [block.content ?? ''] : [])),
  );
}

/** The numbers of the steps that call a tool, in the order of the run. */
function stepsOf(text: string, tool: string): string[] {
  const lines = text.split('\n').filter((line) => line.startsWith('- step ') && new RegExp(`\\b${tool}\\b`).test(line));
  return lines
    .map((line) => /^- step (\d+)/.exec(line)?.[1] ?? '')
    .toSorted((one, other) => Number(one) - Number(other));
}

interface Findings {
  run: string;
  tool: string;
  /** What Subtext answered about each of the steps. */
  results: readonly string[];
}

function explanation({ run, tool, results }: Findings): string {
  const steps = results.map((text) => {
    const [, number = '?', link = ''] = /^Step (\d+) of [^\n]*?: (\S+)/.exec(text) ?? [];
    const [, thought] = /^Thought[^\n]*:\n<trace-text \w+>([^<\n]*)/m.exec(text) ?? [];
    const why = thought === undefined ? 'its thought cannot be read' : `it thought “${thought.trim()}”`;
    return `- Step ${number}: ${why} (${link})`;
  });
  return [`Run ${run} called ${tool} in ${results.length} steps:`, ...steps].join('\n');
}
