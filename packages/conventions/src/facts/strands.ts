/**
 * Strands Agents: generation A's events with Bedrock Converse blocks as JSON text, or one details event per attribute.
 */
import { attributeList, converseResult, GEN_AI, recordOf, type AttributedCall } from '@subtext/reasoning';
import { strandsDetails } from '../senders/strands.ts';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { millisecondsOf, toolOf } from '../shared/values.ts';

export function strandsFacts({ span, read, events }: SpanReader): SpanFacts {
  const wait = millisecondsOf(read('gen_ai.server.time_to_first_token'), 1);
  return {
    kind: span.name === 'execute_event_loop_cycle' ? 'chain' : undefined,
    model: wait === undefined ? {} : { streaming: true, timeToFirstChunk: wait },
    execution: () => executionOf(events),
  };
}

const CHOICE = 'gen_ai.choice';
const TOOL = 'gen_ai.tool.message';

function executionOf(events: SpanReader['events']): AttributedCall {
  const fields = (wanted: string) => events.find(({ name }) => name === wanted)?.fields() ?? {};
  const first = (attribute: string) => recordOf(attributeList(strandsDetails(events, attribute)[0]?.parts)?.[0]);
  return toolOf({
    arguments: fields(TOOL).content ?? first(GEN_AI.inputMessages).arguments,
    result: converseResult(fields(CHOICE).message ?? first(GEN_AI.outputMessages).response),
  });
}
