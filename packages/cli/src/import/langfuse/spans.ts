// Observations of Langfuse as spans with the attributes that its own SDK sends, which ingest reads.
import { attributesOf, EVALUATION, EVALUATION_RESULT, parseJson, type Attributes } from '@subtext/reasoning';
import { spanIdOf, traceIdOf } from '../ids.ts';
import type { ImportedLog } from '../send.ts';
import type { ImportedSpan } from '../spans.ts';
import type { Fields } from './records.ts';

/** Ids of Langfuse are any text; those of OpenTelemetry, and UUIDs of traces, are kept. */
export const traceIdFrom = (id: string): string => {
  const digits = id.replaceAll('-', '').toLowerCase();
  return /^[\da-f]{32}$/.test(digits) ? digits : traceIdOf('langfuse', id);
};

const spanIdFrom = (id: string): string => (/^[\da-f]{16}$/i.test(id) ? id.toLowerCase() : spanIdOf('langfuse', id));

/** What the spans of a trace have of it. Its input and output are those of its observations. */
export function traceAttributes(trace: Fields): Attributes {
  return attributesOf({
    'langfuse.trace.name': textOf(trace.name),
    'langfuse.session.id': textOf(trace.sessionId),
    'langfuse.user.id': textOf(trace.userId),
    'langfuse.release': textOf(trace.release),
    'langfuse.environment': textOf(trace.environment),
    'langfuse.trace.tags': tagsOf(trace.tags),
    'langfuse.trace.metadata': objectText(trace.metadata),
  });
}

/** Enriched observations have the facts of their trace; name and metadata are their own. */
export const enrichedAttributes = (observation: Fields): Attributes =>
  traceAttributes({ ...observation, name: observation.traceName, metadata: undefined });

/** undefined: it has no time. `trace`: attributes of its trace. */
export function observationSpan(observation: Fields, trace: Attributes): ImportedSpan | undefined {
  const startedAt = momentOf(observation.startTime);
  if (startedAt === undefined) return undefined;
  const endedAt = momentOf(observation.endTime) ?? startedAt;
  const type = textOf(observation.type)?.toLowerCase() ?? 'span';
  const firstToken = momentOf(observation.completionStartTime);
  return {
    traceId: traceIdFrom(String(observation.traceId)),
    spanId: spanIdFrom(String(observation.id)),
    parentSpanId: parentOf(observation),
    name: textOf(observation.name) ?? type,
    ...{ startedAt, endedAt: Math.max(startedAt, endedAt) },
    // Read from the level.
    hasFailed: false,
    attributes: {
      ...trace,
      ...attributesOf({
        'langfuse.environment': textOf(observation.environment),
        'langfuse.observation.type': type,
        'langfuse.observation.input': jsonText(observation.input),
        'langfuse.observation.output': jsonText(observation.output),
        'langfuse.observation.model.name': textOf(observation.providedModelName ?? observation.model),
        'langfuse.observation.model.parameters': objectText(observation.modelParameters),
        'langfuse.observation.usage_details': figuresText(usageOf(observation)),
        'langfuse.observation.cost_details': figuresText(costsOf(observation)),
        'langfuse.observation.level': textOf(observation.level),
        'langfuse.observation.status_message': textOf(observation.statusMessage),
        'langfuse.observation.metadata': objectText(observation.metadata),
        'langfuse.observation.completion_start_time':
          firstToken === undefined ? undefined : JSON.stringify(new Date(firstToken).toISOString()),
      }),
    },
  };
}

/** A trace without observations, as one. */
export function loneTraceSpan(trace: Fields): ImportedSpan | undefined {
  const { id, timestamp, name, input, output } = trace;
  const observation = { id: `trace ${String(id)}`, traceId: id, startTime: timestamp, name, input, output };
  return observationSpan(observation, traceAttributes(trace));
}

/** undefined: it is of no trace, or has no value. */
export function scoreLog(score: Fields): ImportedLog | undefined {
  if (typeof score.traceId !== 'string') return undefined;
  const observation = textOf(score.observationId);
  const number = numberOf(score.value);
  const label = textOf(score.stringValue) ?? (number === undefined ? textOf(score.value) : undefined);
  if (number === undefined && label === undefined) return undefined;
  const isCategory = score.dataType === 'CATEGORICAL' && label !== undefined;
  return {
    traceId: traceIdFrom(score.traceId),
    spanId: observation && spanIdFrom(observation),
    eventName: EVALUATION_RESULT,
    at: momentOf(score.timestamp ?? score.createdAt) ?? 0,
    attributes: attributesOf({
      [EVALUATION.id]: `langfuse:${String(score.id)}`,
      [EVALUATION.name]: textOf(score.name),
      [EVALUATION.value]: isCategory ? undefined : number,
      [EVALUATION.label]: label,
      [EVALUATION.explanation]: textOf(score.comment),
      [EVALUATION.target]: observation === undefined ? 'trace' : 'step',
    }),
  };
}

function parentOf({ parentObservationId: parent, traceId }: Fields): string | undefined {
  // Older SDKs name the trace as the parent of its first observation.
  return typeof parent === 'string' && parent !== '' && parent !== traceId ? spanIdFrom(parent) : undefined;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Unix milliseconds. ClickHouse writes times in UTC, without a zone. */
export function momentOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i.test(value);
  const moment = Date.parse(hasZone ? value : `${value.replace(' ', 'T')}Z`);
  return Number.isNaN(moment) ? undefined : moment;
}

/** A text of the blob storage is JSON already, or a plain text. */
const jsonText = (value: unknown): string | undefined =>
  value === null || value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value);

function objectText(value: unknown): string | undefined {
  const text = jsonText(value);
  return text === undefined || text === '' || text === '{}' || text === 'null' ? undefined : text;
}

function tagsOf(value: unknown): string[] | undefined {
  const tags = Array.isArray(value) ? value.filter((tag) => typeof tag === 'string') : [];
  return tags.length > 0 ? tags : undefined;
}

type Figures = Record<string, number>;

/** Large counts are texts in some exports. */
function numberOf(value: unknown): number | undefined {
  if (typeof value === 'string' && value.trim() === '') return undefined;
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function figuresOf(value: unknown): Figures {
  const object: unknown = typeof value === 'string' ? parseJson(value) : value;
  if (typeof object !== 'object' || object === null) return {};
  const figures = Object.entries(object).map(([name, one]) => [name, numberOf(one)] as const);
  return Object.fromEntries(figures.filter((entry): entry is readonly [string, number] => entry[1] !== undefined));
}

function usageOf(observation: Fields): Figures {
  const details = figuresOf(observation.usageDetails);
  if (Object.keys(details).length > 0) return details;
  const { input, output, total } = figuresOf(observation.usage);
  return figuresOf({
    input: input ?? observation.inputUsage ?? observation.promptTokens,
    output: output ?? observation.outputUsage ?? observation.completionTokens,
    total: total ?? observation.totalUsage ?? observation.totalTokens,
  });
}

function costsOf(observation: Fields): Figures {
  const details = figuresOf(observation.costDetails);
  if (Object.keys(details).length > 0) return details;
  return figuresOf({ total: observation.totalCost ?? observation.calculatedTotalCost });
}

/** Zero in all of them is what Langfuse has where nothing was reported. */
const figuresText = (figures: Figures): string | undefined =>
  Object.values(figures).some((figure) => figure !== 0) ? JSON.stringify(figures) : undefined;
