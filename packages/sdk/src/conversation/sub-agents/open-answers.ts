/**
 * Answers that still stream while a new conversation begins. Some frameworks (Google ADK) run the tools of a piece
 * before they read the next one, so the call that started an agent is in an answer that has not ended.
 */
import { activeSpan, type Exchange } from '../../exchange/exchange.ts';
import { joinedBytes } from '../../exchange/kept-body.ts';
import type { ReadRequest } from '../ledger.ts';
import { beginsAlike } from '../stitching/hand-over.ts';
import { isOtherConversation, type RequestOrigin } from '../stitching/likeliest-turn.ts';
import { requestHistory } from '../stitching/request-history.ts';
import type { ConversationBeginning } from './held-conversation.ts';

export type OpenAnswers = ReadonlyMap<Exchange, ReadRequest>;

/** Finding a call in more bytes, or in more answers, would be noticeable in a process that streams many at once. */
const TAIL_BYTES = 16 * 1024;
const MAX_ANSWERS = 8;

/** A text that every JSON writer writes alike, and that is long enough to mean something. */
const PLAIN_RUN = /[^"\\<>&'/\p{Cc}\u2028\u2029]{8,100}/u;

const HAND_OVER = /(?:transfer|hand_?off)_to_|"handOff"/;

/** The answers that may request the call which starts the conversation: the newest ones that contain its question. */
export function startingAnswers(
  { questions, history, origin }: ConversationBeginning,
  open: OpenAnswers,
): Set<Exchange> {
  const streaming = [...open].filter(([exchange]) => exchange.firstChunkAt !== undefined);
  if (streaming.length === 0) return new Set();
  const runs = questions.flatMap((question) => PLAIN_RUN.exec(question)?.[0] ?? []);
  const found = streaming.slice(-MAX_ANSWERS).filter(([exchange, { request: asked }]) => {
    if (!asked || asked.toolDefinitions.length === 0 || !isBefore(exchange, origin)) return false;
    const tail = new TextDecoder().decode(joinedBytes(exchange.body.tail(TAIL_BYTES)));
    if (runs.some((run) => tail.includes(run))) return true;
    return HAND_OVER.test(tail) && beginsAlike(requestHistory(asked), history);
  });
  return new Set(found.map(([exchange]) => exchange));
}

function isBefore(exchange: Exchange, origin: RequestOrigin): boolean {
  const { active, time } = origin;
  const isHere = active === undefined || active.traceId === activeSpan(exchange)?.traceId;
  return isHere && exchange.startedAt <= time && !isOtherConversation(exchange.settings, origin);
}
