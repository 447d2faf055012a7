// A whole Subtext for tests: production build, free ports, a data directory that goes with it.
import { signInLink, startTemporarySystem } from '@subtext/launcher';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What tests need to know. */
export interface SystemFacts {
  webUrl: string;
  ingestUrl: string;
  ingestKey: string;
  webEnv: Record<string, string>;
  logs: string;
  /** The directory for exports that the operator allows. */
  exports: string;
}

export interface RunningSystem {
  facts: SystemFacts;
  stop(): Promise<void>;
}

/** An address of this machine at which scripted providers of journeys are; others stay refused. */
export const PROVIDER_HOST = '127.0.0.9';

/** A new system without sessions and traces. */
export async function runSystem(): Promise<RunningSystem> {
  const exports = await mkdtemp(join(tmpdir(), 'subtext-e2e-exports-'));
  // The servers of the system inherit them.
  process.env.SUBTEXT_EXPORT_DIRECTORY = exports;
  process.env.SUBTEXT_OUTBOUND_ALLOW = PROVIDER_HOST;
  const { system, logs, stop: stopSystem } = await startTemporarySystem('e2e');
  const { webUrl, ingestUrl, ingestKey, webEnv } = system;
  const stop = async () => {
    await stopSystem();
    await rm(exports, { recursive: true, force: true });
  };
  return { facts: { webUrl, ingestUrl, ingestKey, webEnv, logs, exports }, stop };
}

/** A link that signs in once: the owner, or the member with the address. */
export function newSignInLink({ webEnv, logs }: SystemFacts, email?: string): Promise<string> {
  return signInLink(webEnv, logs, { email });
}
