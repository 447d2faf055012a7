/** What a span is to Subtext, whatever its sender calls it. `span`: anything else, shown under its name. */
export type SpanKind = 'generation' | 'tool' | 'agent' | 'chain' | 'retriever' | 'embedding' | 'span';
