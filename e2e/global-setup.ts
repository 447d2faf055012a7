// Before the journeys: one system, filled by the example agents through the SDK. After them: everything stopped and deleted.
import { seed } from '@subtext/launcher';
import { runSystem } from './running-system.ts';

/** The environment variable in which the workers find the system. */
export const FACTS = 'SUBTEXT_E2E_SYSTEM';

export default async function setUp(): Promise<() => Promise<void>> {
  const { facts, stop } = await runSystem();
  try {
    await seed(facts, { logs: facts.logs, pace: 0.2 });
  } catch (error) {
    await stop();
    throw error;
  }
  process.env[FACTS] = JSON.stringify(facts);
  return stop;
}
