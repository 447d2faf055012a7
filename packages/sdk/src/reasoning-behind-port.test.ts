/** Thoughts told by hand, and their tools, with the ledger behind a port. */
import { runBehindPort } from './testing/behind-port.ts';

runBehindPort({ 'reasoning.test.ts': () => import('./reasoning.test.ts') });
