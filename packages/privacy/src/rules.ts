/** What a project lets be stored: its capture levels and masking rules, in the form of the database and the screen. */
import * as z from 'zod';

/** PostgreSQL cannot store the character NUL in any text type, and JSON columns refuse half of a surrogate pair. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Part of the message to a user who sent such a text. */
export const NOT_STORABLE = 'must not contain the character NUL or half of a surrogate pair';

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

/** From the level that keeps most to the level that keeps least. */
export const LEVELS = ['full', 'hash', 'length', 'none'] as const;
const level = z.enum(LEVELS).default('full');

/**
 * `length` replaces the content by its length. `hash` also keeps a digest, which is equal for equal texts
 * (keep-text.ts).
 */
const capture = z.strictObject({ reasoning: level, text: level, arguments: level, results: level });

/** The longest single text that is stored, regardless of the project's limits. */
export const LARGEST_LIMIT = 1_000_000;
/** A smaller limit would keep little more than the mark, and less than a line of a list shows. */
export const SMALLEST_LIMIT = 200;

/** Maximum number of characters kept of one text of each kind. When absent, the server's limit applies. */
const limit = z.int().min(SMALLEST_LIMIT).max(LARGEST_LIMIT).optional();
const limits = z.strictObject({ reasoning: limit, text: limit, arguments: limit, results: limit });

/**
 * A name of JSON keys and attributes, case-insensitive; `*` matches anything. A name of only stars is refused, because
 * it would mask every value.
 */
const key = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/[\p{L}\p{N}]/u, 'needs a letter or a digit')
  .refine(isStorableText, NOT_STORABLE);

/** The mark contains the name: `[masked: order number]`. */
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

/** Strict, because an unknown field may be a rule that this version would not apply. */
export const projectRules = z.strictObject({
  capture: capture.prefault({}),
  limits: limits.prefault({}),
  mask: mask.prefault({}),
});

/** 64 hex digits, created with a project's first rules (project-rules.ts) and never changed. */
export const HASH_KEY = /^[0-9a-f]{64}$/;

/** The rules with the key of the project's digests, which never leaves the server. */
export const storedRules = projectRules.extend({ hashKey: z.string().regex(HASH_KEY).optional() });

export type ProjectRules = z.infer<typeof projectRules>;
export type CaptureLevels = ProjectRules['capture'];
export type CaptureLevel = CaptureLevels[keyof CaptureLevels];
export type SizeLimits = ProjectRules['limits'];
export type TextKind = keyof CaptureLevels;

/** Rules that keep everything. */
export const OPEN_RULES: ProjectRules = projectRules.parse({});
