/** Mistral's conversations: one turn as entries of `inputs` (providers.md §9; `@mistralai/mistralai` 2.7.0). */
import type { Part } from '../../../parts/part.ts';
import type { JsonRecord } from '../../../json/json.ts';
import { argumentText, resultText } from '../common/calls.ts';
import { MISTRAL_TURNS, textChunk, thinkingChunk } from './mistral-chunks.ts';
import { functionTool } from '../common/tools.ts';
import type { RequestFrame, TargetFormat, TurnContext } from '../common/types.ts';

export const MISTRAL_CONVERSATIONS_TARGET: TargetFormat = {
  api: 'mistral.conversations',
  ...MISTRAL_TURNS,
  assistant,
  user: (texts) => ({
    type: 'message.input',
    role: 'user',
    content: texts.length === 1 ? texts[0] : texts.map(textChunk),
  }),
  results: (answered) =>
    answered.map(({ id, result }) => ({ type: 'function.result', tool_call_id: id, result: resultText(result) })),
  request,
};

function assistant(parts: readonly Part[], context: TurnContext): JsonRecord[] {
  const entries: JsonRecord[] = [];
  let chunks: JsonRecord[] = [];
  const close = () => {
    const thought = chunks.some((chunk) => chunk.type === 'thinking');
    const content = thought ? chunks : chunks.map((chunk) => chunk.text).join('');
    if (chunks.length > 0) entries.push({ type: 'message.output', role: 'assistant', content });
    chunks = [];
  };
  for (const part of parts) {
    if (part.kind === 'text' && part.text !== '') chunks.push(textChunk(part.text));
    if (part.kind === 'reasoning') chunks.push(thinkingChunk(part));
    if (part.kind !== 'tool_call') continue;
    close();
    const id = context.idOf(part);
    entries.push({ type: 'function.call', tool_call_id: id, name: part.name, arguments: argumentText(part) });
  }
  close();
  return entries;
}

function request({ target, system, messages, tools, ownTools }: RequestFrame): JsonRecord {
  const declared = [...tools.map((tool) => ({ type: 'function', function: functionTool(tool) })), ...ownTools];
  return {
    ...(target.model !== undefined && { model: target.model }),
    ...(system.length > 0 && { instructions: system.join('\n\n') }),
    inputs: messages,
    ...(declared.length > 0 && { tools: declared }),
  };
}
