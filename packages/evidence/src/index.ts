/** What can be shown about a tool call without asking a model. */
export { indexSeen, isIdentifier, isInventedIdentifier, isUnsourced, originsOf, TRUST } from './origins/index.ts';
export type {
  ArgumentOrigin,
  ArgumentOrigins,
  Doubt,
  JsonPath,
  Match,
  Origin,
  OriginKind,
  OriginOptions,
  OriginPart,
  Rule,
  SeenEntry,
  SeenIndex,
  SeenLocation,
  Trivial,
} from './origins/index.ts';
