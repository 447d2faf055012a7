'use client';
// The conversation as of a step with the user's choices: provider, model and thoughts. The server builds it again for
// every choice.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC, type RouterInputs } from '../../../lib/requests/trpc.ts';
import { tracePath } from '../../../lib/address/pages.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';

type ConversationInput = Omit<RouterInputs['trace']['conversation'], 'project' | 'trace'>;
export type Choices = Omit<ConversationInput, 'spanId'>;
/** What a request is written as: a body, or a program that sends it. */
export type Form = 'json' | 'curl' | 'typescript' | 'python';
export type ThoughtChoice = 'auto' | 'pin' | 'skip';

const FIRST: Choices = { target: 'origin', model: '', thinking: false, answer: true, pin: [], skip: [] };
/** The server's maximum. */
const MAX_CHOSEN = 200;

export function useConversation(address: TraceAddress, spanId: string | undefined) {
  const trpc = useTRPC();
  const [choices, setChoices] = useState(FIRST);
  const input = { ...address, spanId: spanId ?? '', ...choices };
  const query = useQuery({
    ...trpc.trace.conversation.queryOptions(input, { trpc: { context: { alone: true } } }),
    enabled: spanId !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  return {
    choices,
    query,
    choose: (some: Partial<Choices>) => setChoices((before) => ({ ...before, ...some })),
    willOf: (reference: string): ThoughtChoice =>
      choices.pin.includes(reference) ? 'pin' : choices.skip.includes(reference) ? 'skip' : 'auto',
    setWill: (reference: string, will: ThoughtChoice) => setChoices((before) => withWill(before, reference, will)),
    pathOf: (as: Form) => (spanId === undefined ? '' : conversationPath(address, { spanId, ...choices }, as)),
  };
}

function withWill(choices: Choices, reference: string, will: ThoughtChoice): Choices {
  const others = (list: readonly string[]) => list.filter((each) => each !== reference);
  const [pin, skip] = [others(choices.pin), others(choices.skip)];
  if (will === 'pin' && pin.length < MAX_CHOSEN) pin.push(reference);
  if (will === 'skip' && skip.length < MAX_CHOSEN) skip.push(reference);
  return { ...choices, pin, skip };
}

function conversationPath(address: TraceAddress, asked: ConversationInput, as: Form): string {
  const { spanId, target, model, thinking, answer, pin, skip } = asked;
  const search = new URLSearchParams({ as, span: spanId, target, model });
  if (thinking) search.set('thinking', '1');
  if (!answer) search.set('answer', '0');
  for (const reference of pin) search.append('pin', reference);
  for (const reference of skip) search.append('skip', reference);
  return `${tracePath(address.project, address.trace)}/conversation?${search.toString()}`;
}
