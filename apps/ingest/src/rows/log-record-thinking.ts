/** The thinking that a log record reports for its span: states and lengths, without any text. */
import type { LogRecordCall, LogRecordThinking } from '@subtext/trace';
import { blocksOf, type AttributedCall, type AttributedResponse, type Trailing } from '@subtext/reasoning';
import type { NormalisedSpan } from '../normalise/index.ts';

/** undefined when it describes no calls. */
export function logRecordThinking({ generation, log }: NormalisedSpan): LogRecordThinking | undefined {
  const { response } = generation ?? {};
  const { readings } = log ?? {};
  if (!response || !readings || holdersOf(response).length === 0) return undefined;
  const [thought, none] = [holdersOf(readings.thought), holdersOf(readings.none)];
  const calls = thought.map((call, index): LogRecordCall => ({
    thought: call.state,
    none: none[index]?.state ?? call.state,
    blocks: blocksOf(call),
  }));
  return {
    state: { alone: response.state, thought: readings.thought.state, none: readings.none.state },
    calls,
    pays: { thought: thought.some(isPaid), none: none.some(isPaid) },
  };
}

type Holder = AttributedCall | Trailing;

/** In the order of their rows. */
const holdersOf = ({ calls, trailing }: AttributedResponse): Holder[] => (trailing ? [...calls, trailing] : calls);

const isPaid = ({ reasoningTokens }: Holder): boolean => reasoningTokens !== undefined;
