/** Whether the first rows of a trace are what an address shows: asked by the route, which then need not send more, and by the page. Pure. */

/** As the address has them; what it does not say is null or not there. */
export interface AddressedPlace {
  view?: unknown;
  step?: unknown;
  span?: unknown;
  at?: unknown;
}

export const isAtTop = ({ view, step, span, at }: AddressedPlace): boolean =>
  (view ?? 'why') === 'why' && step == null && span == null && at == null;
