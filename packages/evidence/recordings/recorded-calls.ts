/** The calls of recorded conversations, each with everything that the model had before it. */
import { readRequest, type Message, type ModelRequest, type Part } from '@subtext/reasoning';
import type { SeenEntry } from '../src/index.ts';
import type { Recording } from './recorded-run.ts';
import { THINK, type ChatMessage, type Trajectory } from './trajectory-run.ts';

export interface RecordedCall {
  /** Which answer of the model, and which of its calls. */
  step: number;
  call: number;
  tool: string;
  arguments: unknown;
  seen: readonly SeenEntry[];
  schema: unknown;
  description: string | undefined;
}

interface Definition {
  schema: unknown;
  description: string | undefined;
}

/** Calls whose request was recorded and that the model's own program executes. */
export function callsOfRecording({ turns, expected }: Recording): RecordedCall[] {
  return expected.turns.flatMap((turn, step) => {
    const sent = turns[step]?.request;
    const request = sent ? readRequest(sent.body, sent.url) : null;
    if (!request) return [];
    const seen = seenIn(request);
    const definitions = definitionsIn(request.toolDefinitions);
    return turn.tool_calls.flatMap((call, position): RecordedCall[] => {
      for (const text of call.reasoning) seen.push({ kind: 'thought', text });
      if (call.preamble) seen.push({ kind: 'message', text: call.preamble });
      // The result of a tool that the provider executes is in the answer, which these recordings keep as it was sent.
      if (call.server_tool) seen.push({ kind: 'tool_result', text: '', isIncomplete: true });
      const { schema, description } = definitions.get(call.tool_name) ?? { schema: undefined, description: undefined };
      const before = [...seen];
      seen.push({ kind: 'argument', json: call.arguments });
      if (call.server_tool || call.tool_name === 'text_output') return [];
      const { tool_name: tool, arguments: args } = call;
      return [{ step, call: position, tool, arguments: args, seen: before, schema, description }];
    });
  });
}

function seenIn(request: ModelRequest): SeenEntry[] {
  const instructions = request.system.map((text): SeenEntry => ({ kind: 'instructions', text }));
  const isElsewhere = (request.previousResponseId ?? request.conversationId ?? request.itemReferences) !== undefined;
  const elsewhere: SeenEntry[] = isElsewhere ? [{ kind: 'user', text: '', isIncomplete: true }] : [];
  return [...instructions, ...elsewhere, ...request.messages.flatMap(seenInMessage)];
}

const seenInMessage = ({ role, parts }: Message): SeenEntry[] => parts.flatMap((part) => seenInPart(role, part));

function seenInPart(role: string, part: Part): SeenEntry[] {
  const isModel = role === 'assistant' || role === 'model';
  switch (part.kind) {
    case 'text':
      return [{ kind: isModel ? 'message' : role === 'user' ? 'user' : 'instructions', text: part.text }];
    case 'reasoning':
      return [{ kind: 'thought', text: part.text }];
    case 'redacted':
    case 'hidden':
      return [{ kind: 'thought', text: '', isIncomplete: true }];
    case 'tool_call':
      return [{ kind: 'argument', json: part.arguments }];
    case 'tool_result':
      return [{ kind: 'tool_result', json: part.result, isIncomplete: part.result === undefined }];
    case 'other':
      return [{ kind: isModel ? 'message' : 'user', text: '', isIncomplete: true }];
  }
}

/** By the name of the tool, wherever the provider puts it. */
function definitionsIn(tools: readonly unknown[]): Map<string, Definition> {
  const found = new Map<string, Definition>();
  const visit = (node: unknown, depth: number) => {
    if (typeof node !== 'object' || node === null || depth > 4) return;
    const { name, description, parameters, input_schema, inputSchema, parametersJsonSchema } = node as Record<
      string,
      unknown
    >;
    const schema = parameters ?? input_schema ?? record(inputSchema).json ?? inputSchema ?? parametersJsonSchema;
    if (typeof name === 'string')
      found.set(name, { schema, description: typeof description === 'string' ? description : undefined });
    for (const child of Object.values(node)) if (child !== schema) visit(child, depth + 1);
  };
  for (const tool of tools) visit(tool, 0);
  return found;
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

export function callsOfTrajectory({ traj }: Trajectory, tools: readonly unknown[]): RecordedCall[] {
  const definitions = definitionsIn(tools);
  const seen: SeenEntry[] = [];
  const calls: RecordedCall[] = [];
  let step = 0;
  for (const message of traj) {
    if (message.role !== 'assistant') {
      seen.push(seenFrom(message));
      continue;
    }
    if (message.content) seen.push({ kind: 'message', text: message.content });
    const made = (message.tool_calls ?? []).map(({ function: { name, arguments: args } }) => ({ name, args }));
    for (const [call, { name: tool, args }] of made.filter(({ name }) => name !== THINK).entries()) {
      const { schema, description } = definitions.get(tool) ?? { schema: undefined, description: undefined };
      calls.push({ step, call, tool, arguments: JSON.parse(args), seen: [...seen], schema, description });
      seen.push({ kind: 'argument', text: args });
    }
    for (const { name, args } of made) if (name === THINK) seen.push({ kind: 'thought', text: args });
    step += 1;
  }
  return calls;
}

function seenFrom({ role, content }: ChatMessage): SeenEntry {
  const kind = role === 'user' ? 'user' : role === 'tool' ? 'tool_result' : 'instructions';
  return { kind, text: content ?? '' };
}
