/**
 * `reasoning()`: thoughts that the application reports for clients that cannot be observed. The next tool of the same
 * run gets them.
 */
import { isSpanContextValid, trace, type Context, type SpanContext } from '@opentelemetry/api';
import { attribute, type AttributedCall, type Part, type ReasoningFormat } from '@subtext/reasoning';
import { earlyParent, type EarlyParent } from '../exchange/context.ts';
import { parseJson } from '../platform/json.ts';
import { activeContext } from '../platform/otel-context.ts';
import { guarded, report } from '../platform/report.ts';

/** Options of a manually reported thought. */
export interface ReasoningOptions {
  /** The format of the thought; default `manual`. `summary` for a provider's summary. */
  format?: ReasoningFormat;
}

/** Enough for the thoughts of one step, and for the runs in progress. */
const MAX_THOUGHTS = 100;
const MAX_RUNS = 1_000;
const FIELD = 'manual';

/** The thoughts reported inside one span, and the last call there that had thoughts. */
interface Notes {
  traceId: string | undefined;
  thoughts: Part[];
  last: string | null;
}

/** By span id; for a tool that started before the tracer was loaded, by the tool. */
const notes = new Map<string | EarlyParent, Notes>();

/**
 * Call it inside `trace()` (or under any active span), before the `tool()` that the thought led to; several thoughts
 * are kept in order. They follow `capture.reasoning` and `mask` like every thought. A thought that no tool follows is
 * not recorded. Never throws.
 */
export function reasoning(text: string, options: ReasoningOptions = {}): void {
  guarded('note a thought', () => {
    const here = notesHere(activeContext(), earlyParent());
    if (!here)
      return report(
        'thought outside a run',
        () =>
          'reasoning() must be called inside trace(); without a run the thought cannot be assigned to a tool, so it is dropped.',
      );
    if (typeof text !== 'string' || here.thoughts.length >= MAX_THOUGHTS) return;
    const format = options.format ?? 'manual';
    here.thoughts.push({ kind: 'reasoning', key: String(here.thoughts.length), text, format, field: FIELD });
  });
}

/** The thoughts for the tool that starts now. */
export interface ManualThoughts {
  thoughts: Part[];
  here: Notes;
}

/**
 * Takes the thoughts of this span; else those of the only other span of the trace that has some. With several others it
 * takes none, since it would be a guess.
 */
export function takeThoughts(active: Context, early: EarlyParent | undefined): ManualThoughts | undefined {
  if (notes.size === 0) return undefined;
  const here = notesHere(active, early);
  if (!here) return undefined;
  const [only, ...others] = [...notes.values()].filter(
    ({ traceId, thoughts }) => traceId !== undefined && traceId === here.traceId && thoughts.length > 0,
  );
  const source = here.thoughts.length > 0 || others.length > 0 ? here : (only ?? here);
  return { thoughts: source.thoughts.splice(0), here };
}

/** The requested call, when it was observed, with the reported thoughts after its own. */
export function withThoughts(
  requested: AttributedCall | undefined,
  manual: ManualThoughts | undefined,
  tool: { name: string; argumentsJson: string | undefined },
): AttributedCall | undefined {
  if (!manual || (manual.thoughts.length === 0 && (requested || manual.here.last === null))) return requested;
  const call: Part = {
    kind: 'tool_call',
    id: requested?.id ?? `call_${globalThis.crypto.randomUUID()}`,
    idGenerated: true,
    name: tool.name,
    arguments: tool.argumentsJson === undefined ? undefined : parseJson(tool.argumentsJson),
    itemType: 'function_call',
    type: 'function',
  };
  const [own] = attribute([...manual.thoughts, call], { lastReasoningCallId: manual.here.last }).calls;
  const joined = own && requested ? join(requested, own) : (own ?? requested);
  if (joined && joined.reasoning.length > 0) manual.here.last = joined.id;
  return joined;
}

function join(
  requested: AttributedCall,
  { reasoning: thoughts, state, reasoningFormat, reasoningField }: AttributedCall,
): AttributedCall {
  if (thoughts.length === 0) return requested;
  if (requested.reasoning.length > 0) return { ...requested, reasoning: [...requested.reasoning, ...thoughts] };
  const how = { ...(reasoningFormat && { reasoningFormat }), ...(reasoningField && { reasoningField }) };
  return { ...requested, reasoning: thoughts, reasoningRef: null, state, ...how };
}

function notesHere(active: Context, early: EarlyParent | undefined): Notes | undefined {
  const span = validSpan(active);
  const key = span?.spanId ?? early;
  if (key === undefined) return undefined;
  const existing = notes.get(key);
  if (existing) return existing;
  const fresh: Notes = { traceId: span?.traceId, thoughts: [], last: null };
  notes.set(key, fresh);
  if (notes.size > MAX_RUNS) notes.delete(notes.keys().next().value ?? key);
  return fresh;
}

function validSpan(active: Context): SpanContext | undefined {
  const span = trace.getSpanContext(active);
  return span && isSpanContextValid(span) ? span : undefined;
}
