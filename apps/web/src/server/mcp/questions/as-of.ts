// as_of: the conversation as of a step, from its beginning or from where it was cut.
import * as z from 'zod';
import { exactCount, plural } from '../../../lib/figures/format.ts';
import { AnswerText } from '../writing/answer-text.ts';
import { stepLink } from '../../runs/links.ts';
import { findStep, modelCallOf, runSteps } from '../../runs/run-steps.ts';
import { BUDGET, OFFSET, RUN, STEP } from './parameters.ts';
import { question } from './question.ts';

export const asOf = question(
  {
    name: 'as_of',
    title: 'The conversation as of a step',
    description:
      'What the model had in front of it at a step: the request as JSON in the format of its provider (system prompt, tools, messages), with the answer of the step and its tool results unless answer=false.',
    parameters: z.strictObject({
      run: RUN,
      step: STEP,
      answer: z.boolean().default(true).describe('With the answer of the step, and the results of its calls.'),
      thoughts: z.boolean().default(false).describe('With the thoughts that the provider accepts back.'),
      offset: OFFSET,
      ...BUDGET,
    }),
  },
  async (asking, { run, step: label, answer: withAnswer, thoughts, offset, max_tokens: maxTokens }) => {
    const { caller, project } = asking;
    const all = await runSteps(asking, run);
    const spanId = modelCallOf(findStep(all, label), label);
    const choices = { target: 'origin', model: '', thinking: thoughts, answer: withAnswer, pin: [], skip: [] };
    const address = { project, trace: all.summary.id, spanId };
    const found = await caller.trace.conversation({ ...address, ...choices, offset });
    const answer = new AnswerText(maxTokens);
    answer.say(
      `The conversation as of step ${label} of run ${all.summary.id}: ${stepLink(asking, all.summary.id, label)}`,
      `${plural(found.messages, 'message')}, ${exactCount(found.characters)} characters of JSON${withAnswer ? ', with the answer of the step' : ', without the answer of the step'}.`,
      found.lacks.length > 0
        ? `Not complete: ${plural(found.lacks.length, 'part')} of it were not recorded or were cut.`
        : undefined,
      found.unread > 0
        ? `${plural(found.unread, 'earlier model call')} were too large to read; their turns are as the request repeated them.`
        : undefined,
    );
    const rest = (next: number) => `Ask as_of with offset=${next} for what follows, or why about an earlier step.`;
    answer.texts([
      { label: 'Request', text: found.preview, offset, isUtf16: true, totalCharacters: found.characters, rest },
    ]);
    return answer.toString();
  },
);
