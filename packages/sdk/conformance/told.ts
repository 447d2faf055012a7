/** What the spans of one case carry, in the words of the recordings: turn by turn, as a reader of the spans would put it together. */
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import {
  attribute,
  decodeCall,
  decodeMessages,
  decodeUsage,
  GEN_AI,
  type AttributedCall,
  type Usage,
} from '@subtext/reasoning';

export interface ToldTurn {
  calls: AttributedCall[];
  trailingReasoning: string[];
  trailingText: string;
  usage: Usage | undefined;
}

export function toldTurns(spans: readonly ReadableSpan[]): ToldTurn[] {
  const generations = spans.filter((span) => span.attributes[GEN_AI.operationName] === 'chat').toSorted(byStart);
  const tools = spans.filter((span) => span.attributes[GEN_AI.operationName] === 'execute_tool');
  return generations.map((generation) =>
    toldTurn(
      generation,
      tools.filter((tool) => isOf(tool, generation)),
    ),
  );
}

/** Calls come from their own spans; the answer without tools, and what came after the last call, from the generation's messages. */
function toldTurn(generation: ReadableSpan, tools: readonly ReadableSpan[]): ToldTurn {
  const parts = decodeMessages(generation.attributes[GEN_AI.outputMessages])[0]?.parts ?? [];
  const rebuilt = attribute(parts);
  const spoken = tools.map((tool) => decodeCall((name) => tool.attributes[name]));
  const order = new Map(rebuilt.calls.map((call, index) => [call.id, index]));
  const calls = spoken.toSorted((a, b) => (order.get(a.id) ?? Infinity) - (order.get(b.id) ?? Infinity));
  return {
    calls: calls.length > 0 ? calls : rebuilt.calls.filter((call) => call.type === 'answer'),
    trailingReasoning: rebuilt.trailing?.reasoning ?? [],
    trailingText: rebuilt.trailing?.text ?? '',
    usage: decodeUsage((name) => generation.attributes[name]),
  };
}

/** A tool starts when the generation that asked for it ends; one that the provider ran lies within it. */
function isOf(tool: ReadableSpan, generation: ReadableSpan): boolean {
  if (tool.parentSpanContext?.spanId === generation.spanContext().spanId && same(tool.endTime, generation.endTime))
    return true;
  return same(tool.startTime, generation.endTime);
}

function same(a: ReadableSpan['startTime'], b: ReadableSpan['startTime']): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

function byStart(a: ReadableSpan, b: ReadableSpan): number {
  return a.startTime[0] - b.startTime[0] || a.startTime[1] - b.startTime[1];
}
