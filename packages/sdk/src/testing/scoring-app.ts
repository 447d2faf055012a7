/** An application that scores its own runs, run in a process of its own; docs/scores.md shows it. */
import { trace as openTelemetry } from '@opentelemetry/api';
import { score, tool, trace } from '../index.ts';

const search = tool('search', (question: string) => {
  score('relevant', 0.4, { target: 'step', comment: 'Two of five results fit.' });
  return `5 results for ${question}`;
});

const traceId = await trace('support', async () => {
  await search('opening hours');
  score('tone', 'friendly');
  return openTelemetry.getActiveSpan()?.spanContext().traceId;
});

// Later, also in another process: the user pressed the thumb.
score('helpful', true, { traceId });
