/** Reads the bytes of an exchange that asks a model for something else than a chat. Pure, like generation.ts. */
import { readTask, readTaskRequest, type TaskAnswer, type TaskRequest, type TaskTarget } from '@subtext/reasoning';
import type { Exchange } from './exchange.ts';
import { failureOf, parsedRequest, type Failure, type IncompleteReason } from './generation.ts';
import { taskAt } from './task-form.ts';

export interface TaskCall {
  exchange: Exchange;
  target: TaskTarget;
  /** null when the request was not readable. */
  request: TaskRequest | null;
  /** null when there was none: an error, a lost connection, an abort. */
  answer: TaskAnswer | null;
  streamed: boolean;
  incompleteReason?: IncompleteReason;
  failure?: Failure;
}

/** Returns null when this was no such call, by its path, or by the shape of its answer. */
export function readTaskCall(exchange: Exchange): TaskCall | null {
  const target = taskAt(exchange.url);
  if (!target) return null;
  const request = readTaskRequest(target, parsedRequest(exchange));
  const isRefused = exchange.status === undefined || exchange.status >= 400;
  const answer = isRefused ? null : withHeader(readAnswer(exchange, target, request), exchange);
  // Other services have such paths, too: without an answer of the right shape the request must name a model.
  const failed = isRefused || exchange.outcome !== 'complete';
  if (!answer && !(failed && request?.model !== undefined)) return null;
  const failure = failureOf(exchange, answer);
  const incompleteReason = reasonOf(exchange, answer);
  return {
    exchange,
    target,
    request,
    answer,
    streamed: /event-?stream/.test(exchange.contentType ?? ''),
    ...(incompleteReason && { incompleteReason }),
    ...(failure && { failure }),
  };
}

function readAnswer(exchange: Exchange, target: TaskTarget, request: TaskRequest | null): TaskAnswer | null {
  const { contentType, body, totalBytes, keptBytes, outcome } = exchange;
  const isCounted = keptBytes === 0 && /^audio\//.test(contentType ?? '');
  const incomplete = outcome !== 'complete' || (keptBytes < totalBytes && !isCounted);
  return readTask({ target, request, contentType, body: body.content(), bytes: totalBytes, incomplete });
}

function withHeader(answer: TaskAnswer | null, { inputTokens }: Exchange): TaskAnswer | null {
  if (!answer || inputTokens === undefined || answer.usage?.input !== undefined) return answer;
  return { ...answer, usage: { ...answer.usage, input: inputTokens } };
}

function reasonOf({ outcome }: Exchange, answer: TaskAnswer | null): IncompleteReason | undefined {
  if (answer && !answer.incomplete) return undefined;
  if (answer?.error) return 'error';
  if (outcome !== undefined && outcome !== 'complete') return outcome;
  return answer ? 'cut' : undefined;
}
