/** The thread that masks long texts for all projects. Started for the first one; when it ends, its open texts fail. */
import { QuestionThread, type NumberedAnswer, type NumberedQuestion } from '../question-thread.ts';
import type { Masked } from './pace.ts';

interface Text {
  /** As they are stored. */
  rules: unknown;
  text: string;
}
type Outcome = { masked: Masked } | { failed: true };

export type MaskRequest = NumberedQuestion<Text>;
export type MaskAnswer = NumberedAnswer<Outcome>;

const thread = new QuestionThread<Text, Outcome>(new URL('./mask-thread.ts', import.meta.url));

/** Rejects when the thread fails: then nothing of the text may be stored. */
export async function maskElsewhere(rules: unknown, text: string): Promise<Masked> {
  const outcome = await thread.ask({ rules, text });
  if ('failed' in outcome) throw new Error('the text could not be masked');
  return outcome.masked;
}
