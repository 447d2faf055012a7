/** Rebuilds the turns of one case from its spans, in the terms of the recordings, as a reader of the spans would. */
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import {
  attribute,
  decodeCall,
  decodeMessages,
  decodeUsage,
  GEN_AI,
  together,
  usageOfChoice,
  type AttributedCall,
  type AttributedResponse,
  type Usage,
} from '@subtext/reasoning';

export interface ReportedTurn {
  calls: AttributedCall[];
  trailingReasoning: string[];
  trailingText: string;
  usage: Usage | undefined;
}

export function reportedTurns(spans: readonly ReadableSpan[]): ReportedTurn[] {
  const generations = spans.filter((span) => span.attributes[GEN_AI.operationName] === 'chat').toSorted(byStart);
  const tools = spans.filter((span) => span.attributes[GEN_AI.operationName] === 'execute_tool');
  let carried: AttributedResponse['carry'];
  return generations.map((generation) => {
    const rebuilt = rebuild(generation, carried);
    carried = rebuilt.carry;
    return reportedTurn(
      generation,
      rebuilt,
      tools.filter((tool) => belongsTo(tool, generation)),
    );
  });
}

/**
 * Rebuilds all choices of a generation from its messages. A paused turn carries its pending thoughts over to the next.
 */
function rebuild(generation: ReadableSpan, carried: AttributedResponse['carry']): AttributedResponse {
  const messages = decodeMessages(generation.attributes[GEN_AI.outputMessages]);
  const usage = decodeUsage((name) => generation.attributes[name]);
  const ownUsage = usageOfChoice(usage, messages.length);
  const paused = String(generation.attributes[GEN_AI.finishReasons]) === 'pause_turn';
  const options = {
    ...(ownUsage && { usage: ownUsage }),
    ...(carried && { carried }),
    ...(paused && { continues: 'turn' as const }),
  };
  const choices = messages.length > 0 ? messages.map(({ parts }) => parts) : [[]];
  return together(
    choices.map((parts) => attribute(parts, options)),
    usage,
  );
}

/**
 * Calls come from their own spans; the answer without tools, and the text after the last call, come from the
 * generation's messages.
 */
function reportedTurn(
  generation: ReadableSpan,
  rebuilt: AttributedResponse,
  tools: readonly ReadableSpan[],
): ReportedTurn {
  const reported = tools.map((tool) => decodeCall((name) => tool.attributes[name]));
  const order = new Map(rebuilt.calls.map((call, index) => [call.id, index]));
  const answers = rebuilt.calls.filter((call) => call.type === 'answer');
  const calls = [...reported, ...answers].toSorted(
    (a, b) => (order.get(a.id) ?? Infinity) - (order.get(b.id) ?? Infinity),
  );
  return {
    calls,
    trailingReasoning: rebuilt.trailing?.reasoning ?? [],
    trailingText: rebuilt.trailing?.text ?? '',
    usage: decodeUsage((name) => generation.attributes[name]),
  };
}

/**
 * A tool span starts when the generation that requested it ends; one that the provider executed lies within the
 * generation.
 */
function belongsTo(tool: ReadableSpan, generation: ReadableSpan): boolean {
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
