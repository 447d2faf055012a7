/** Which kind of request a path is, as a label of a metric: few values for any request. */

const CLASSES = [
  ['static', /^\/_next\//],
  ['health', /^\/(api\/healthz|metrics)$/],
  ['read_api', /^\/api\/v1(\/|$)/],
  ['mcp', /^\/mcp$/],
  ['trpc', /^\/api\/trpc\//],
  ['share', /^\/s\//],
  ['sign_in', /^\/(api\/auth|sign-in|signed-in|invited|welcome)(\/|$)/],
  ['export', /^\/p\/[^/]+\/traces\/[^/]+\/(export|conversation)$/],
  ['page', /^\/(p\/.*)?$/],
] as const;

export type RouteClass = (typeof CLASSES)[number][0] | 'other';

export const ROUTE_CLASSES: readonly RouteClass[] = [...CLASSES.map(([name]) => name), 'other'];

/** `url` as in the request line. */
export function routeClass(url: string): RouteClass {
  const [path = ''] = url.split('?', 1);
  return CLASSES.find(([, pattern]) => pattern.test(path))?.[0] ?? 'other';
}
