/** The conversation that every convention carries, as each sender writes it. For tests. */
export { FIXTURES } from './fixtures/all.ts';
export {
  ANSWER,
  CALLS,
  FACTS,
  MODEL,
  PREAMBLE,
  QUESTION,
  SESSION,
  THOUGHT,
  USAGE,
  type ConventionFixture,
  type Fact,
} from './fixtures/conversation.ts';
export { DETAILS_EVENT, SEMCONV_A, SEMCONV_B, SEMCONV_C } from './fixtures/gen-ai.ts';
export { PYTHON_SPANS, type SentSpan } from './fixtures/python-spans.ts';
