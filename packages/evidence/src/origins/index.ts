/** Where the values of a call's arguments came from: what the model had seen, or nowhere. */
export { isIdentifier } from './identifiers.ts';
export { isInventedIdentifier, isUnsourced, TRUST } from './origin.ts';
export type {
  ArgumentOrigin,
  ArgumentOrigins,
  Doubt,
  JsonPath,
  Match,
  Origin,
  OriginKind,
  OriginPart,
  SeenLocation,
  Rule,
  SeenEntry,
  Trivial,
} from './origin.ts';
export { originsOf } from './origins-of.ts';
export type { OriginOptions } from './origins-of.ts';
export { indexSeen } from './search/seen-index.ts';
export type { SeenIndex } from './search/seen-index.ts';
