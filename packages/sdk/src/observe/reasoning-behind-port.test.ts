/** Runs the tests of manually reported thoughts with the ledger behind a port. */
import { runBehindPort } from '../testing/behind-port.ts';

runBehindPort({ 'reasoning.test.ts': () => import('./reasoning.test.ts') });
