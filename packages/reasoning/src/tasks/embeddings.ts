/** Answers with vectors: how many, and of how many dimensions. The vectors themselves are not kept. */
import { count, filled, isRecord, list, record, records, withoutUndefined, type JsonRecord } from '../json/json.ts';
import { base64Bytes } from '../media/base64.ts';
import type { ReadAnswer } from './read-task.ts';
import { billedByCohere, known, usageOfInput } from './task-usage.ts';

/** Numbers, or base64 of floats of four bytes. */
type Vector = unknown[] | string;

export function readEmbedding(body: JsonRecord): ReadAnswer | null {
  const vectors = vectorsOf(body);
  if (!vectors) return null;
  const [first] = vectors;
  const dimensions = typeof first === 'string' ? base64Bytes(first) / 4 : first?.length;
  const { usage, units } = figuresOf(body);
  const optional = { id: filled(body.id), model: filled(body.model), usage };
  const size = Number.isInteger(dimensions) && dimensions !== 0 ? { dimensions: dimensions! } : {};
  return { ...withoutUndefined(optional), units, output: { vectors: vectors.length, ...size } };
}

const isVector = (value: unknown): value is Vector =>
  typeof value === 'string' || (Array.isArray(value) && typeof value[0] === 'number');

/** undefined when the body holds none, in the form of any provider. */
function vectorsOf(body: JsonRecord): Vector[] | undefined {
  const { data, embeddings, embedding, predictions, embeddingsByType } = body;
  const candidates: unknown[] = [
    records(data).map((item) => item.embedding ?? firstOf(item.embeddings)),
    records(predictions).map((item) => record(item.embeddings).values ?? item.textEmbedding),
    // Cohere, Ollama: a list of vectors. Cohere by type: one such list for each type of number.
    Array.isArray(embeddings) ? embeddings.map(valuesOf) : firstOf(embeddings),
    isRecord(embedding) ? [embedding.values] : [embedding],
    [firstOf(embeddingsByType)],
  ];
  const found = candidates.find((vectors) => list(vectors).some(isVector));
  return found === undefined ? undefined : list(found).filter(isVector);
}

/** Google wraps each vector. */
const valuesOf = (vector: unknown): unknown => (isRecord(vector) ? vector.values : vector);

const firstOf = (value: unknown): unknown => (isRecord(value) ? Object.values(value)[0] : undefined);

function figuresOf(body: JsonRecord): Required<Pick<ReadAnswer, 'units'>> & Pick<ReadAnswer, 'usage'> {
  const cohere = billedByCohere(body);
  const usage =
    usageOfInput(body.usage) ??
    cohere.usage ??
    known({
      input:
        count(body.prompt_eval_count) ??
        count(body.inputTextTokenCount) ??
        count(record(body.usageMetadata).promptTokenCount) ??
        countedByVertex(body),
    });
  return { units: cohere.units, ...(usage && { usage }) };
}

/** Vertex AI counts the tokens of each instance. */
function countedByVertex({ predictions }: JsonRecord): number | undefined {
  const counts = records(predictions).map((item) => count(record(record(item.embeddings).statistics).token_count));
  return counts.length > 0 && counts.every((tokens) => tokens !== undefined)
    ? counts.reduce((sum, tokens) => sum + tokens, 0)
    : undefined;
}
