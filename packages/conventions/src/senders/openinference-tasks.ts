/** Embeddings and rerankings of OpenInference: vectors and documents in flattened lists, of which only counts are kept. */
import type { Message, SpanKind, TaskOutput } from '@subtext/reasoning';
import type { TaskFacts } from '../facts.ts';
import type { SentSpan } from '../sent-span.ts';
import { child, itemsOf, leaf, nestedAt, type Nested } from '../shared/nested.ts';

/** undefined: no such span, or nothing of its output is reported. */
export function taskFacts({ attributes }: SentSpan, kind: SpanKind): TaskFacts | undefined {
  const output = kind === 'embedding' ? vectorsIn(attributes) : kind === 'rerank' ? rankingIn(attributes) : undefined;
  return output && { output, units: {} };
}

type SentAttributes = SentSpan['attributes'];

const embeddingsIn = (attributes: SentAttributes): Nested[] => itemsOf(nestedAt(attributes, 'embedding.embeddings'));

function vectorsIn(attributes: SentAttributes): TaskOutput | undefined {
  const items = embeddingsIn(attributes);
  if (items.length === 0) return undefined;
  const vector = child(items[0], 'embedding')?.get('vector');
  return { vectors: items.length, ...(Array.isArray(vector) && { dimensions: vector.length }) };
}

function rankingIn(attributes: SentAttributes): TaskOutput | undefined {
  const ranked = itemsOf(nestedAt(attributes, 'reranker.output_documents')).length;
  const documents = itemsOf(nestedAt(attributes, 'reranker.input_documents')).length;
  return ranked === 0 ? undefined : { ranked, ...(documents > 0 && { documents }) };
}

/** The texts of embeddings; of a reranking its documents, and then its query. */
export function taskInput({ attributes, text }: SentSpan): Message[] {
  const texts = embeddingsIn(attributes).flatMap((item) => leaf(child(item, 'embedding'), 'text') ?? []);
  const documents = itemsOf(nestedAt(attributes, 'reranker.input_documents')).flatMap(
    (item) => leaf(child(item, 'document'), 'content') ?? [],
  );
  const query = text('reranker.query');
  return [texts, documents, query === undefined ? [] : [query]].filter((list) => list.length > 0).map(userMessage);
}

const userMessage = (texts: readonly string[]): Message => ({
  role: 'user',
  parts: texts.map((content, index) => ({ kind: 'text', key: String(index), text: content })),
});
