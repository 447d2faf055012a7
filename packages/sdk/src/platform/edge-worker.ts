/** Where there is no Node there is no thread for us: all work stays with the caller. Stands in for node-worker.ts. */
import type { OpenLink } from './link.ts';

export const openLink: OpenLink = () => Promise.resolve(undefined);
