/**
 * Braintrust's own SDKs (Go, Java, Ruby and others): input and output as JSON, in the form of the provider or the
 * framework.
 */
import {
  anyInput,
  anyOutput,
  attributeList,
  providerOutput,
  recordOf,
  responsesInput,
  responsesOutput,
  type DecodeOptions,
  type Message,
} from '@subtext/reasoning';
import type { Convention } from '../convention.ts';
import type { SentSpan } from '../sent-span.ts';

/** Its processor adds a parent to other senders' spans, which remain theirs. */
const OWN = ['input_json', 'output_json', 'input', 'output', 'span_attributes', 'metrics'].map(
  (name) => `braintrust.${name}`,
);

export const BRAINTRUST: Convention = {
  name: 'braintrust',
  detects: ({ has }) => OWN.some(has),
  messages: {
    input: (sent, options) => inputOf(braintrustContent(sent, 'input'), options),
    output: (sent, options) => outputOf(braintrustContent(sent, 'output'), options),
  },
};

export const braintrustContent = ({ json }: SentSpan, name: 'input' | 'output'): unknown =>
  json(`braintrust.${name}_json`) ?? json(`braintrust.${name}`);

function inputOf(value: unknown, options: DecodeOptions): Message[] {
  const items = responsesInput(value, options);
  return items.length > 0 ? items : anyInput(value, options);
}

/** Chat Completions gives only the list of choices; the Responses API gives the list of items. */
function outputOf(value: unknown, options: DecodeOptions): Message[] {
  const choices = attributeList(value);
  if (choices?.some((choice) => typeof recordOf(choice).message === 'object'))
    return providerOutput({ object: 'chat.completion', choices }, options);
  const items = responsesOutput(value, options);
  return items.length > 0 ? items : anyOutput(value, options);
}
