/** The input of a conversation request, from a tRPC query or from the URL of a download. */
import { type Origin, replayTarget, type RequestAddress, targetOfOrigin } from '@subtext/reasoning';
import * as z from 'zod';
import { SPAN_NAME } from '../../../lib/skeleton/span-names.ts';

const THOUGHTS = z.array(z.string().regex(/^[\da-f]{16}\.\d{1,5}$/)).max(200);

export const CONVERSATION_CHOICES = z.object({
  /** A row of REPLAY_TARGETS, or `origin`: the provider that answered. */
  target: z.string().max(80),
  model: z.string().max(200),
  thinking: z.boolean(),
  answer: z.boolean(),
  pin: THOUGHTS,
  skip: THOUGHTS,
});
const CONVERSATION = CONVERSATION_CHOICES.extend({ spanId: z.string().regex(SPAN_NAME) });
export type ConversationChoices = z.infer<typeof CONVERSATION>;

/** The same from the parameters of a URL. */
export function conversationChoices(search: URLSearchParams): ConversationChoices | undefined {
  const found = CONVERSATION.safeParse({
    spanId: search.get('span') ?? '',
    target: search.get('target') ?? 'origin',
    model: search.get('model') ?? '',
    thinking: search.get('thinking') === '1',
    answer: search.get('answer') !== '0',
    pin: search.getAll('pin'),
    skip: search.getAll('skip'),
  });
  return found.success ? found.data : undefined;
}

/**
 * The provider, wire format and model that the conversation is written for. `origin`, those of the response, are the
 * defaults; they are known only after reading the generation.
 */
export function targetFor(asked: ConversationChoices, origin: Origin): Origin {
  const row = replayTarget(asked.target);
  const { api, provider } = row ?? origin;
  const model = asked.model.trim() || (row ? undefined : origin.model);
  return { api, ...(provider && { provider }), ...(model && { model }) };
}

/** The row of REPLAY_TARGETS with the address that the conversation would be sent to. */
export function addresseeOf(asked: ConversationChoices, origin: Origin): RequestAddress {
  return replayTarget(asked.target) ?? targetOfOrigin(origin);
}
