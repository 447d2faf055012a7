/** `reasoning()`: thoughts told by hand, for clients that cannot be observed. The next tool that runs in the same run takes them. */
import { context, isSpanContextValid, trace, type Context, type SpanContext } from '@opentelemetry/api';
import { attribute, type AttributedCall, type Part, type ReasoningFormat } from '@subtext/reasoning';
import { earlyParent, type EarlyParent } from './context.ts';
import { parseJson } from './json.ts';
import { guarded, tell } from './report.ts';

/** Of a thought that is told by hand. */
export interface ReasoningOptions {
  /** How the model gave it; `manual` when absent. `summary` if it is the provider's summary. */
  format?: ReasoningFormat;
}

/** Enough for the thoughts of one step, and for the runs that are under way. */
const MAX_THOUGHTS = 100;
const MAX_RUNS = 1_000;
const FIELD = 'manual';

/** What was told inside one span, and the last call there that had thoughts. */
interface Notes {
  traceId: string | undefined;
  thoughts: Part[];
  last: string | null;
}

/** By span id; by the tool itself, inside one that began before there was a tracer. */
const notes = new Map<string | EarlyParent, Notes>();

/**
 * Call it inside `trace()` (or under any active span), before the `tool()` that the thought led to; several add up in their order. It
 * passes `capture.reasoning` and `mask` like every thought. One that no tool follows is not recorded. Never throws.
 */
export function reasoning(text: string, options: ReasoningOptions = {}): void {
  guarded('note a thought', () => {
    const here = notesHere(context.active(), earlyParent());
    if (!here)
      return tell(
        'thought outside a run',
        () => 'reasoning() has to be called inside trace(): else nobody knows whose thought it is.',
      );
    if (typeof text !== 'string' || here.thoughts.length >= MAX_THOUGHTS) return;
    const format = options.format ?? 'manual';
    here.thoughts.push({ kind: 'reasoning', key: String(here.thoughts.length), text, format, field: FIELD });
  });
}

/** What the tool that starts now takes over. */
export interface Told {
  thoughts: Part[];
  here: Notes;
}

/** The thoughts of this span; else those of the one other span of the trace that has some, and none by guess. */
export function takeThoughts(active: Context, early: EarlyParent | undefined): Told | undefined {
  if (notes.size === 0) return undefined;
  const here = notesHere(active, early);
  if (!here) return undefined;
  const [only, ...others] = [...notes.values()].filter(
    ({ traceId, thoughts }) => traceId !== undefined && traceId === here.traceId && thoughts.length > 0,
  );
  const source = here.thoughts.length > 0 || others.length > 0 ? here : (only ?? here);
  return { thoughts: source.thoughts.splice(0), here };
}

/** The call as the model asked for it, if anybody saw it, with the thoughts told by hand after its own. */
export function withThoughts(
  asked: AttributedCall | undefined,
  told: Told | undefined,
  tool: { name: string; given: string | undefined },
): AttributedCall | undefined {
  if (!told || (told.thoughts.length === 0 && (asked || told.here.last === null))) return asked;
  const call: Part = {
    kind: 'tool_call',
    id: asked?.id ?? `call_${globalThis.crypto.randomUUID()}`,
    idGenerated: true,
    name: tool.name,
    arguments: tool.given === undefined ? undefined : parseJson(tool.given),
    itemType: 'function_call',
    type: 'function',
  };
  const [own] = attribute([...told.thoughts, call], { lastReasoningCallId: told.here.last }).calls;
  const joined = own && asked ? join(asked, own) : (own ?? asked);
  if (joined && joined.reasoning.length > 0) told.here.last = joined.id;
  return joined;
}

function join(
  asked: AttributedCall,
  { reasoning: thoughts, state, reasoningFormat, reasoningField }: AttributedCall,
): AttributedCall {
  if (thoughts.length === 0) return asked;
  if (asked.reasoning.length > 0) return { ...asked, reasoning: [...asked.reasoning, ...thoughts] };
  const how = { ...(reasoningFormat && { reasoningFormat }), ...(reasoningField && { reasoningField }) };
  return { ...asked, reasoning: thoughts, reasoningRef: null, state, ...how };
}

function notesHere(active: Context, early: EarlyParent | undefined): Notes | undefined {
  const span = validSpan(active);
  const key = span?.spanId ?? early;
  if (key === undefined) return undefined;
  const known = notes.get(key);
  if (known) return known;
  const fresh: Notes = { traceId: span?.traceId, thoughts: [], last: null };
  notes.set(key, fresh);
  if (notes.size > MAX_RUNS) notes.delete(notes.keys().next().value ?? key);
  return fresh;
}

function validSpan(active: Context): SpanContext | undefined {
  const span = trace.getSpanContext(active);
  return span && isSpanContextValid(span) ? span : undefined;
}
