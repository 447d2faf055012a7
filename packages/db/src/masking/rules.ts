/** What a project lets be stored: its capture levels and masking rules, as they are kept in the database and edited on the screen. */
import * as z from 'zod';
import { isStorableText, NOT_STORABLE } from '../storable-text.ts';

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

/** From what keeps most to what keeps least. */
export const LEVELS = ['full', 'hash', 'length', 'none'] as const;
const level = z.enum(LEVELS).default('full');

/** In place of the content `length` keeps how long it was, and `hash` that and a digest by which equal texts are known as equal (keep-text.ts). */
const capture = z.strictObject({ reasoning: level, text: level, arguments: level, results: level });

/** Longest single text that is stored, whatever a project asks for. */
export const LARGEST_LIMIT = 1_000_000;
/** Shorter ones would be no more than their mark, and less than a line of a list shows. */
export const SMALLEST_LIMIT = 200;

/** Characters of one text of each kind that are kept at most; absent = as many as the server keeps. */
const limit = z.int().min(SMALLEST_LIMIT).max(LARGEST_LIMIT).optional();
const limits = z.strictObject({ reasoning: limit, text: limit, arguments: limit, results: limit });

/** A name of JSON keys and attributes, case-insensitive; `*` stands for anything. Nothing but stars would mean every value. */
const key = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/[\p{L}\p{N}]/u, 'needs a letter or a digit')
  .refine(isStorableText, NOT_STORABLE);

/** The name stands in the mark: `[masked: order number]`. */
const pattern = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(40)
    .regex(/^[\p{L}\p{N} ._-]+$/u, 'letters, digits, spaces, dots and dashes only'),
  pattern: z.string().min(1).max(500).refine(isStorableText, NOT_STORABLE),
});

const mask = z.strictObject({
  keys: z.array(key).max(100).default([]),
  patterns: z.array(pattern).max(50).default([]),
  entities: z.array(z.enum(ENTITIES)).default([]),
});

/** Strict: a word that this version does not know may be a rule that it would not keep. */
export const projectRules = z.strictObject({
  capture: capture.prefault({}),
  limits: limits.prefault({}),
  mask: mask.prefault({}),
});

/** 64 hex digits, made with the first rules of a project (project-rules.ts) and the same for as long as there is the project. */
export const HASH_KEY = /^[0-9a-f]{64}$/;

/** The rules with the key of the project's digests, which leaves the server nowhere. */
export const storedRules = projectRules.extend({ hashKey: z.string().regex(HASH_KEY).optional() });

export type ProjectRules = z.infer<typeof projectRules>;
export type CaptureLevels = ProjectRules['capture'];
export type CaptureLevel = CaptureLevels[keyof CaptureLevels];
export type SizeLimits = ProjectRules['limits'];
export type TextKind = keyof CaptureLevels;

/** Everything is kept. */
export const OPEN_RULES: ProjectRules = projectRules.parse({});
