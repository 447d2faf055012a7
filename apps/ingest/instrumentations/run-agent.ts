/** Runs an instrumented agent in a process of its own, so that what it patches stays there. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface AgentRun {
  /** File in `agents/` and its arguments. */
  script: string;
  arguments?: readonly string[];
  providerUrl: string;
  ingestUrl: string;
  key: string;
  /** Name of the service, by which its traces are found again. */
  service: string;
}

/** Resolves when the agent has ended and sent its spans; rejects with what it wrote when it failed. */
export async function runAgent(run: AgentRun): Promise<void> {
  const script = join(import.meta.dirname, 'agents', run.script);
  const env = {
    PATH: process.env.PATH,
    PROVIDER_URL: run.providerUrl,
    OTEL_EXPORTER_OTLP_ENDPOINT: run.ingestUrl,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer ${run.key}`,
    OTEL_SERVICE_NAME: run.service,
  };
  await promisify(execFile)(process.execPath, [script, ...(run.arguments ?? [])], { env, timeout: 60_000 });
}
