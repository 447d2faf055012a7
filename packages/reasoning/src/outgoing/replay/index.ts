/**
 * Writes one assistant turn as the next request must carry it, for its own provider or another. Parts in, wire format
 * out: the reverse of the readers. docs/replay.md explains the rules.
 */
import { isAnsweredByCaller } from '../../parts/call.ts';
import type { Part, ToolCallPart } from '../../parts/part.ts';
import type { JsonRecord } from '../../json/json.ts';
import { admit } from './admit.ts';
import { openCallIds, type CallIds } from './common/calls.ts';
import { TARGET_FORMATS } from './formats/index.ts';
import { orElse } from '../common/or-else.ts';
import { openNotes, unreadable } from './notes.ts';
import type { AnsweredCall, AssistantTurn, Note, Replay, ReplayTarget } from './common/types.ts';

/**
 * The messages (items, contents) of this turn for `target`, and what was changed. Signatures, encrypted thinking and
 * item ids are included only when `turn.origin` is the target itself. Never throws.
 */
export function replay(turn: AssistantTurn | readonly Part[], target: ReplayTarget): Replay {
  return orElse(
    () => replayed(turn, target),
    () => ({ messages: [], notes: [unreadable('the turn or its target cannot be read')], callIds: new Map() }),
  );
}

function replayed(turn: AssistantTurn | readonly Part[], target: ReplayTarget): Replay {
  const { note, notes } = openNotes();
  const ids = openCallIds(TARGET_FORMATS[target.api].callId(target));
  const { messages } = writeTurn(isParts(turn) ? { parts: turn } : turn, { target, ids, inLoop: true, note });
  return { messages, notes: notes(), callIds: new Map(ids.assigned) };
}

function isParts(turn: AssistantTurn | readonly Part[]): turn is readonly Part[] {
  return Array.isArray(turn);
}

export interface WriteOptions {
  target: ReplayTarget;
  ids: CallIds;
  /** No user has spoken since. */
  inLoop: boolean;
  choice?: (index: number) => 'pin' | 'skip' | undefined;
  note: Note;
}

export interface WrittenTurn {
  messages: JsonRecord[];
  /** The calls that the caller answers, in order. */
  calls: Pick<AnsweredCall, 'call' | 'id' | 'own'>[];
}

/** One turn of a conversation; all turns share one set of call ids. */
export function writeTurn({ parts, origin }: AssistantTurn, options: WriteOptions): WrittenTurn {
  const { target, ids, note } = options;
  const format = TARGET_FORMATS[target.api];
  const { choice } = options;
  const admitted = admit(parts, { origin, target, format, inLoop: options.inLoop, ...(choice && { choice }), note });
  const assignedIds = new Map<Part, string>();
  for (const part of admitted.parts) {
    if (part.kind !== 'tool_call') continue;
    const id = ids.assign(part, admitted.own && !part.idGenerated);
    if (id !== part.id) note('call.id', '§15.5', `${part.name}: ${part.id} becomes ${id}`);
    assignedIds.set(part, id);
  }
  const { own } = admitted;
  const idOf = (call: ToolCallPart) => assignedIds.get(call) ?? call.id;
  const messages = format.assistant(admitted.parts, { target, own, idOf, note });
  const calls = admitted.parts.flatMap((call) =>
    call.kind === 'tool_call' && isAnsweredByCaller(call) ? [{ call, id: idOf(call), own }] : [],
  );
  return { messages, calls };
}
