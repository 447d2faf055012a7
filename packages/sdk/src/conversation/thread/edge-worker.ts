/** Replaces node-worker.ts outside Node: there is no thread, so all work stays with the caller. */
import type { OpenLink } from './link.ts';

export const openLink: OpenLink = () => Promise.resolve(undefined);
