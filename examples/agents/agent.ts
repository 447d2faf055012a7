/** Shared by all agents: printing their steps, and running a tool call whose result is text for the model. */

/** One line per step. */
export type Print = (line: string) => void;

/** Runs a conversation and returns the answers, one per trace. */
export type Agent = (print: Print) => Promise<string[]>;

export type Tools = Record<string, (input: never) => unknown>;

export interface ToolOutcome {
  text: string;
  failed: boolean;
}

/** Runs one tool by name. A failing tool does not end the agent: the model reads the message and may try again. */
export async function runTool(tools: Tools, name: string, input: unknown): Promise<ToolOutcome> {
  try {
    const run = Object.hasOwn(tools, name) ? tools[name] : undefined;
    if (run === undefined) throw new Error(`There is no tool "${name}".`);
    const result = await run(input as never);
    return { text: typeof result === 'string' ? result : JSON.stringify(result), failed: false };
  } catch (error) {
    return { text: error instanceof Error ? error.message : String(error), failed: true };
  }
}

/** A step as one line: the call with its input, and its error if it failed. */
export function step(name: string, input: unknown, outcome?: ToolOutcome): string {
  const call = `${name} ${typeof input === 'string' ? input : JSON.stringify(input)}`;
  return outcome?.failed === true ? `${call} ✕ ${outcome.text}` : call;
}
