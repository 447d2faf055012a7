/** The capture and masking rules of a project, and what applies them to a text. Nothing here uses the database. */
export { compileRules, UnusableRules, type UsableRules } from './compile-rules.ts';
export { CUT_MARK, CUT_MARK_CHARACTERS, cutTo, showsCut } from './cut-text.ts';
export { strictest, type Keeper } from './keep-text.ts';
export { isFigure } from './key-names.ts';
export { isRaw, losslessJson } from './lossless-json.ts';
export { KEY_MARK, type Masker, type Masking } from './masker.ts';
export {
  ENTITIES,
  HASH_KEY,
  isStorableText,
  LARGEST_LIMIT,
  LEVELS,
  NOT_STORABLE,
  OPEN_RULES,
  projectRules,
  storedRules,
  type CaptureLevel,
  type CaptureLevels,
  type EntityName,
  type ProjectRules,
  type SizeLimits,
  type TextKind,
} from './rules.ts';
