/** The claims that must hold in every runtime, each checked against the agent's output and the received spans. */
import type { ReceivedSpan } from '../src/testing/received-spans.ts';
import { ANSWER, THOUGHT } from './received.ts';

export interface Claim {
  title: string;
  /** False when the claim does not hold. */
  holds: (said: Record<string, unknown>, spans: readonly ReceivedSpan[]) => boolean;
}

/** These two need `AsyncLocalStorage`. */
export const CONTEXT_CLAIM = '`withContext` behind `await`';
export const TRACE_CLAIM = '`trace` is the parent';

export const CLAIMS: readonly Claim[] = [
  {
    title: 'same answers as bare',
    holds: (said) => Object.keys(said).length === 5 && Object.values(said).every((answer) => answer === ANSWER),
  },
  {
    title: 'thought on its call',
    holds: (_, spans) => toolOf(spans, 'loop-model')?.attributes.includes(THOUGHT) === true,
  },
  { title: 'a loop is one trace', holds: (_, spans) => isLoop(spans, 'loop-model') },
  {
    title: '`observeFetch`',
    holds: (_, spans) => chatsOf(spans, 'fetch-model').length === 1,
  },
  {
    title: 'nothing twice',
    holds: (_, spans) => chatsOf(spans, '').length === 7 && chatsOf(spans, 'bare-model').length === 0,
  },
  {
    title: CONTEXT_CLAIM,
    holds: (_, spans) =>
      chatsOf(spans, 'session-model').every(({ attributes }) => attributes.includes('session-1')) &&
      isLoop(spans, 'session-model'),
  },
  {
    title: TRACE_CLAIM,
    holds(_, spans) {
      const run = spans.find(({ name }) => name === 'invoke_agent agent');
      const chats = chatsOf(spans, 'run-model');
      return chats.length === 2 && chats.every(({ parentId }) => parentId === run?.spanId);
    },
  },
];

function chatsOf(spans: readonly ReceivedSpan[], model: string): ReceivedSpan[] {
  return spans.filter(({ name }) => name.startsWith(`chat ${model}`));
}

/** The call's span, in the trace of that model's generations. */
function toolOf(spans: readonly ReceivedSpan[], model: string): ReceivedSpan | undefined {
  const traces = new Set(chatsOf(spans, model).map(({ traceId }) => traceId));
  return spans.find(({ name, traceId }) => name === 'execute_tool look' && traces.has(traceId));
}

function isLoop(spans: readonly ReceivedSpan[], model: string): boolean {
  const chats = chatsOf(spans, model);
  return chats.length === 2 && new Set(chats.map(({ traceId }) => traceId)).size === 1 && !!toolOf(spans, model);
}
