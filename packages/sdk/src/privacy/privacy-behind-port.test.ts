/** Runs the privacy tests with the ledger behind a port. */
import { runBehindPort } from '../testing/behind-port.ts';

runBehindPort({ 'privacy.test.ts': () => import('./privacy.test.ts') });
