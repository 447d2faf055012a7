/** What a project lets be stored: its capture levels and masking rules, as they are kept in the database and edited on the screen. */
import * as z from 'zod';

export const ENTITIES = [
  'e-mail',
  'phone',
  'card',
  'iban',
  'ip-address',
  'jwt',
  'bearer-token',
  'aws-key',
  'openai-key',
  'anthropic-key',
  'github-key',
  'other-key',
  'private-key',
] as const;
export type EntityName = (typeof ENTITIES)[number];

const level = z.enum(['full', 'length', 'none']).default('full');

/** `length` keeps `[N characters]` in place of the content. */
const capture = z.strictObject({ reasoning: level, text: level, arguments: level, results: level });

/** A name of JSON keys and attributes, case-insensitive; `*` stands for anything. Nothing but stars would mean every value. */
const key = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/[\p{L}\p{N}]/u, 'needs a letter or a digit');

/** The name stands in the mark: `[masked: order number]`. */
const pattern = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(40)
    .regex(/^[\p{L}\p{N} ._-]+$/u, 'letters, digits, spaces, dots and dashes only'),
  pattern: z.string().min(1).max(500),
});

const mask = z.strictObject({
  keys: z.array(key).max(100).default([]),
  patterns: z.array(pattern).max(50).default([]),
  entities: z.array(z.enum(ENTITIES)).default([]),
});

/** Strict: a word that this version does not know may be a rule that it would not keep. */
export const projectRules = z.strictObject({
  capture: capture.prefault({}),
  mask: mask.prefault({}),
});

export type ProjectRules = z.infer<typeof projectRules>;
export type CaptureLevels = ProjectRules['capture'];
export type CaptureLevel = CaptureLevels[keyof CaptureLevels];

/** Everything is kept. */
export const OPEN_RULES: ProjectRules = projectRules.parse({});
