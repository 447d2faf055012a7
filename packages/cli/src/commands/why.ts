// subtext why: the steps of a run, or one step: thought → message → action → result → cost.
import { findConnection, type Connection } from '../api/connection.ts';
import { read, readWhole, type Page } from '../api/read.ts';
import { runAddress } from '../api/run-address.ts';
import { write, writeDim, writeJson, writeLine, writeTable, writeText, type Column } from '../output/output.ts';
import { count, duration, money } from '../output/words.ts';

export interface StepRow {
  step: string;
  level: number;
  kind: string;
  agent: string | null;
  span_id: string | null;
  thinking_state: string;
  thinking_tokens: number | null;
  total_usd: string | null;
  thought: string | null;
  said: string | null;
  tools: string;
}

interface StepCall {
  label: string;
  tool: string;
  arguments: string | null;
  result: string | null;
  status: string;
  durationMs: number | null;
  durationInferred: boolean;
}

interface StepAnswer {
  url: string;
  steps: number;
  why: string;
  thinking: string;
  cost: string;
  thought_of_call: string | null;
  texts_cut: number;
  step: {
    number: number;
    kind: string;
    agent: string | null;
    model: string | null;
    thought: { texts: string[] };
    said: string | null;
    calls: StepCall[];
  };
}

export async function why(run: string, step: string | undefined, { json }: { json?: boolean }): Promise<void> {
  const address = runAddress(run);
  const chosen = step ?? address.step;
  const connection = await findConnection();
  if (chosen === undefined) return await allSteps(connection, address.id, json);
  const found = await read<StepAnswer>(connection, `traces/${address.id}/steps/${encodeURIComponent(chosen)}`);
  if (json) return writeJson(found);
  writeStep(found);
}

const COLUMNS: readonly Column<StepRow>[] = [
  { title: 'step', value: ({ step }) => step, isNumber: true },
  { title: 'action', value: actionOf },
  { title: 'cost', value: ({ total_usd: total }) => money(total), isNumber: true },
  { title: 'thinking', value: ({ thinking_tokens: tokens }) => count(tokens), isNumber: true },
  { title: 'thought', value: ({ thought, thinking_state: state }) => thought ?? `(${state})` },
];

/** Steps of agents that a call started are below its step. */
export function actionOf({ kind, tools, level }: Pick<StepRow, 'kind' | 'tools' | 'level'>): string {
  return `${'· '.repeat(Math.max(0, level - 1))}${kind === 'calls' || kind === 'run' ? tools : kind}`;
}

export const readSteps = async (connection: Connection, id: string): Promise<StepRow[]> =>
  (await readWhole<Page<StepRow>>(connection, `traces/${id}/steps`)).rows;

async function allSteps(connection: Connection, id: string, json: boolean | undefined): Promise<void> {
  const rows = await readSteps(connection, id);
  if (json) return writeJson({ rows });
  if (rows.length === 0) return writeLine('This run has no step so far.');
  writeTable(COLUMNS, rows);
  writeDim(`subtext why ${id} <step> shows one of them.`);
}

function writeStep(answer: StepAnswer): void {
  const { thought, said, calls, agent, model, kind, number } = answer.step;
  writeLine([`Step ${number} of ${answer.steps}`, agent, model].filter((part) => part !== null).join(' · '));
  writeDim(answer.url);
  writeLine(answer.why);
  writeLine(answer.thinking);
  if (answer.thought_of_call !== null)
    writeLine(`The thought of call ${answer.thought_of_call} led to this step, too.`);
  for (const text of thought.texts) section('Thought', text);
  section('Message', said);
  for (const call of calls) {
    if (kind === 'answer' || kind === 'trailing') section('Answer', call.arguments);
    else writeCall(call);
  }
  write('');
  writeLine(answer.cost);
  if (answer.texts_cut > 0)
    writeDim(`${answer.texts_cut} of its texts are longer than what is shown; the page of the step has them.`);
}

function writeCall({ label, tool, status, durationMs, durationInferred, arguments: given, result }: StepCall): void {
  const lasted = durationMs === null ? '' : `, ${durationInferred ? '≈ ' : ''}${duration(durationMs)}`;
  section(`Action ${label}: ${tool} (${status.replaceAll('_', ' ')}${lasted})`, given ?? '');
  section(`Result ${label}`, result);
}

function section(title: string, text: string | null): void {
  if (text === null) return;
  write('');
  writeText(title, text);
}
