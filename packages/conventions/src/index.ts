/** Semantic conventions: how a span of any sender is recognized, and where its messages are. Pure. */
export { conventionsOf, sentInput, sentOutput } from './conventions.ts';
export { sentSpan, type Convention, type SentSpan } from './sent-span.ts';
export { toolAnswer } from './shared/langchain.ts';
export { braintrustContent } from './senders/braintrust.ts';
export { geminiCliJson } from './senders/gemini-cli.ts';
export { haystackContent } from './senders/haystack.ts';
export { langwatchValue } from './senders/langwatch.ts';
export { livekitContent } from './senders/livekit.ts';
export { answerOfMastraStep, mastraRunInput } from './senders/mastra.ts';
export { openInferenceBody } from './senders/openinference.ts';
export { repeatedBy } from './senders/openllmetry-messages.ts';
export { strandsDetails } from './senders/strands.ts';
