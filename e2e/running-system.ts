// A whole Subtext for tests: production build, free ports, a data directory that goes with it.
import { signInLink, startTemporarySystem } from '@subtext/launcher';

/** What tests need to know. */
export interface SystemFacts {
  webUrl: string;
  ingestUrl: string;
  ingestKey: string;
  webEnv: Record<string, string>;
  logs: string;
}

export interface RunningSystem {
  facts: SystemFacts;
  stop(): Promise<void>;
}

/** A new system without sessions and traces. */
export async function runSystem(): Promise<RunningSystem> {
  const { system, logs, stop } = await startTemporarySystem('e2e');
  const { webUrl, ingestUrl, ingestKey, webEnv } = system;
  return { facts: { webUrl, ingestUrl, ingestKey, webEnv, logs }, stop };
}

/** A link that signs in once: the owner, or the member with the address. */
export function newSignInLink({ webEnv, logs }: SystemFacts, email?: string): Promise<string> {
  return signInLink(webEnv, logs, { email });
}
