/**
 * True if a URL shows the first rows of a trace. Used by the route, which then sends only those, and by the page. Pure.
 */

/** The values in the URL; absent ones are null or undefined. */
export interface AddressedPlace {
  view?: unknown;
  step?: unknown;
  span?: unknown;
  at?: unknown;
}

export const isAtTop = ({ view, step, span, at }: AddressedPlace): boolean =>
  (view ?? 'why') === 'why' && step == null && span == null && at == null;
