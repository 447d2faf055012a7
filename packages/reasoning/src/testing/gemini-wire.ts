/**
 * One model turn in Gemini's formats, whole and streamed, with the pieces cut anywhere. For the readers' property
 * tests.
 */
import { pieces, type TurnItem, type Wire } from './wire.ts';

type Json = Record<string, unknown>;

/** Streams have no borders between thoughts, so neighboring thoughts are one part here, in both forms. */
function withJoinedThoughts(turn: readonly TurnItem[]): TurnItem[] {
  const joined: TurnItem[] = [];
  for (const entry of turn) {
    const last = joined.at(-1);
    if (entry.kind === 'reasoning' && last?.kind === 'reasoning') last.text += entry.text;
    else joined.push({ ...entry });
  }
  return joined;
}

const STOP = { finishReason: 'STOP', index: 0 };

function answer(parts: readonly Json[], more: Json = {}): Json {
  return { candidates: [{ content: { role: 'model', parts }, ...more }], modelVersion: 'gemini-9', responseId: 'r1' };
}

function textPart(entry: TurnItem & { text: string }, piece: string): Json {
  return { text: piece, ...(entry.kind === 'reasoning' && { thought: true }) };
}

function wholeParts(turn: readonly TurnItem[]): Json[] {
  return withJoinedThoughts(turn).map((entry): Json =>
    entry.kind === 'call'
      ? { functionCall: { id: entry.id, name: entry.name, args: entry.arguments } }
      : textPart(entry, entry.text),
  );
}

/** As the Developer API streams: calls come whole. */
export function geminiWire(turn: readonly TurnItem[], cuts: readonly number[]): Wire {
  const events = withJoinedThoughts(turn).flatMap((entry) =>
    entry.kind === 'call'
      ? [answer(wholeParts([entry]))]
      : pieces(entry.text, cuts).map((piece) => answer([textPart(entry, piece)])),
  );
  return { whole: answer(wholeParts(turn), STOP), events: [...events, answer([{ text: '' }], STOP)] };
}

/** As Vertex streams with `streamFunctionCallArguments`: a name, then pieces of its arguments, then nothing. */
export function vertexWire(turn: readonly TurnItem[], cuts: readonly number[]): Wire {
  const events = withJoinedThoughts(turn).flatMap((entry) =>
    entry.kind === 'call'
      ? callPieces(entry, cuts).map((functionCall) => answer([{ functionCall }]))
      : pieces(entry.text, cuts).map((piece) => answer([textPart(entry, piece)])),
  );
  return { whole: answer(wholeParts(turn), STOP), events: [...events, answer([{ text: '' }], STOP)] };
}

function callPieces(call: TurnItem & { kind: 'call' }, cuts: readonly number[]): Json[] {
  const fields = Object.entries(call.arguments as Record<string, string>);
  const args = fields.flatMap(([name, value]) => {
    const jsonPath = `$['${name.replace(/['\\]/g, (character) => `\\${character}`)}']`;
    const values = [...pieces(value, cuts), ''];
    return values.map((stringValue, index) => ({
      partialArgs: [{ jsonPath, stringValue, ...(index < values.length - 1 && { willContinue: true }) }],
      willContinue: true,
    }));
  });
  return [{ id: call.id, name: call.name, willContinue: true }, ...args, {}];
}

export function interactionsWire(turn: readonly TurnItem[], cuts: readonly number[]): Wire {
  const envelope = { id: 'v1_1', object: 'interaction', model: 'gemini-9' };
  const events: Json[] = [
    { event_type: 'interaction.created', interaction: { ...envelope, status: 'in_progress' } },
    ...turn.flatMap((entry, index) => stepEvents(entry, index, cuts)),
    { event_type: 'interaction.completed', interaction: { ...envelope, status: 'completed' } },
  ];
  return { whole: { ...envelope, status: 'completed', steps: turn.map(wholeStep) }, events };
}

function wholeStep(entry: TurnItem): Json {
  if (entry.kind === 'call')
    return { type: 'function_call', id: entry.id, name: entry.name, arguments: entry.arguments };
  const content = [{ type: 'text', text: entry.text }];
  return entry.kind === 'text' ? { type: 'model_output', content } : { type: 'thought', summary: content };
}

function stepEvents(entry: TurnItem, index: number, cuts: readonly number[]): Json[] {
  const { summary: _summary, content: _content, ...start } = wholeStep(entry);
  const step = entry.kind === 'call' ? { ...start, arguments: {} } : start;
  const source = entry.kind === 'call' ? JSON.stringify(entry.arguments) : entry.text;
  const deltas = pieces(source, cuts).map((piece): Json => {
    if (entry.kind === 'call') return { type: 'arguments_delta', arguments: piece };
    return entry.kind === 'text'
      ? { type: 'text', text: piece }
      : { type: 'thought_summary', content: { type: 'text', text: piece } };
  });
  return [
    { event_type: 'step.start', index, step },
    ...deltas.map((delta) => ({ event_type: 'step.delta', index, delta })),
    { event_type: 'step.stop', index },
  ];
}
