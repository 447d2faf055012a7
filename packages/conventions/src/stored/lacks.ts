/**
 * The parts of a generation that are missing for sending it again, listed exactly, because a user who continues from a
 * step must know what the model will not see.
 */
import { GEN_AI, SUBTEXT } from '@subtext/reasoning';
import type { Payload } from './payload.ts';

export interface Lack {
  spanId: string;
  /**
   * `payload`: the span was stored without it. `input`, `output`: the sender recorded none, or in an unsupported form.
   * `withheld`: by the sender's or the project's capture policy. `unreported`: the sender could not see all of it.
   * `cut`: to fit; the original size is not always reported. `dropped`: over a limit of the sender's SDK or of ingest;
   * `of` is their number.
   */
  what: 'payload' | 'input' | 'output' | 'withheld' | 'unreported' | 'cut' | 'dropped';
  /** The attribute that is missing or incomplete; for dropped items their kind: attributes, events, links. */
  attribute?: string;
  kept?: number;
  of?: number;
  unit?: 'bytes' | 'characters';
}

interface Looked {
  row: { spanId: string };
  payloads: readonly Payload[];
  hasInput: boolean;
  hasOutput: boolean;
}

const OF_REQUEST: ReadonlySet<string> = new Set<string>([
  GEN_AI.inputMessages,
  GEN_AI.outputMessages,
  GEN_AI.systemInstructions,
  GEN_AI.toolDefinitions,
]);

const OF_CALL = [GEN_AI.toolArguments, GEN_AI.toolResult];

export function lacksOf({ row: { spanId }, payloads, hasInput, hasOutput }: Looked): Lack[] {
  const own = payloads[0];
  if (!own) return [{ spanId, what: 'payload' }];
  // `reasoning=none`: the capture level of the project for each kind.
  const capture = words(own.read('masking.capture')).filter((level) => !level.endsWith('=full'));
  const withheld = [
    ...words(own.read(SUBTEXT.withheld)),
    ...words(own.read('masking.withheld')),
    ...capture,
    ...new Set(own.sent.hidden.map(listOf)),
  ];
  return [
    ...(hasInput ? [] : [{ spanId, what: 'input', attribute: GEN_AI.inputMessages } as const]),
    ...(hasOutput ? [] : [{ spanId, what: 'output', attribute: GEN_AI.outputMessages } as const]),
    ...withheld.map((attribute) => ({ spanId, what: 'withheld', attribute }) as const),
    ...words(own.read(SUBTEXT.unreported)).map((attribute) => ({ spanId, what: 'unreported', attribute }) as const),
    ...cutsOf(spanId, own).filter(({ attribute }) => OF_REQUEST.has(attribute ?? '')),
  ];
}

/** `llm.input_messages` of `llm.input_messages.0.message.content`. */
const listOf = (attribute: string): string => attribute.replace(/\.\d+\..*$/, '');

/** The spans of Anthropic's own client report that they are incomplete, but not by how much. */
const ANTHROPIC_CUT = 'anthropic.content.truncated';

/**
 * Every text of a span that was cut: by its sender to fit into a span, or here by the limit of the project or of
 * ingest.
 */
export function cutsOf(spanId: string, payload: Payload): Lack[] {
  return [
    ...words(payload.read(SUBTEXT.truncated)).flatMap((told) => cutAs(spanId, told, 'bytes')),
    // To the limits of the project (apps/ingest/src/policy/limit-span.ts).
    ...words(payload.read('masking.cut')).flatMap((told) => cutAs(spanId, told, 'characters')),
    ...[...OF_REQUEST, ...OF_CALL].flatMap((attribute) => cutHere(spanId, attribute, payload.read(attribute))),
    ...(payload.read(ANTHROPIC_CUT) === true ? [{ spanId, what: 'cut', attribute: ANTHROPIC_CUT } as const] : []),
    ...Object.entries(payload.dropped).flatMap(([attribute, of]) =>
      of > 0 ? [{ spanId, what: 'dropped', attribute, of } as const] : [],
    ),
  ].filter(isFirstOfAttribute);
}

/** A text that is cut to a limit is listed by name, and its mark says so, too. */
const isFirstOfAttribute = ({ attribute }: Lack, place: number, all: readonly Lack[]): boolean =>
  all.findIndex((one) => one.attribute === attribute) === place;

/** `name:kept:of` */
function cutAs(spanId: string, told: string, unit: Lack['unit']): Lack[] {
  const [, attribute, kept, of] = /^(.{1,200}):(\d{1,15}):(\d{1,15})$/.exec(told) ?? [];
  if (attribute === undefined) return [];
  return [{ spanId, what: 'cut', attribute, kept: Number(kept), of: Number(of), unit }];
}

/** The mark with which a text of more than a million characters ends (apps/ingest/src/rows/text.ts). */
const MARK = /… \[cut: (\d{1,15}) of (\d{1,15}) characters kept\]$/;

function cutHere(spanId: string, attribute: string, value: unknown): Lack[] {
  const [, kept, of] = (typeof value === 'string' && MARK.exec(value.slice(-120))) || [];
  if (kept === undefined) return [];
  return [{ spanId, what: 'cut', attribute, kept: Number(kept), of: Number(of), unit: 'characters' }];
}

const words = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string').slice(0, 50);
