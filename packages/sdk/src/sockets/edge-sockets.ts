/** These runtimes announce no sockets: `observe()` takes the socket itself. Replaces node-sockets.ts. */
import type { findSockets as findInNode } from './node-sockets.ts';

export const findSockets: typeof findInNode = () => undefined;
