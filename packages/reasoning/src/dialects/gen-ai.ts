/** Spans with the OpenTelemetry GenAI semantic conventions, as attributes; and those of our own SDK, which writes what they mean. */
import { inputMessages, outputMessages } from '../gen-ai-messages.ts';
import { decodeMessages } from '../message-codec.ts';
import { GEN_AI } from '../span-keys.ts';
import type { Dialect } from './sent-span.ts';

export const GEN_AI_DIALECT: Dialect = {
  name: 'gen-ai',
  detects: ({ prefixes }) => prefixes.has('gen_ai'),
  input: inputMessages,
  output: outputMessages,
};

/** The newest conventions, with reasoning attributed before it was sent. */
export const NATIVE_DIALECT: Dialect = {
  name: 'subtext',
  detects: ({ prefixes, scope }) => prefixes.has('subtext') || scope === '@subtext/sdk',
  input: ({ read }, options) => decodeMessages(read(GEN_AI.inputMessages), options),
  output: ({ read }, options) => decodeMessages(read(GEN_AI.outputMessages), options),
};
