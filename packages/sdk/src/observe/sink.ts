/**
 * Where the exchanges of a client go, and with which settings. Not in observe.ts, whose declarations are public: these
 * types would come with them.
 */
import { watchBatch } from '../batches/batch-watch.ts';
import { recorder } from '../conversation/recorder.ts';
import { rememberOnBudget } from '../emit/on-budget.ts';
import { configureTracing } from '../emit/tracing.ts';
import type { Settings } from '../exchange/exchange.ts';
import type { Sink } from '../sockets/socket-exchange.ts';
import type { FetchRecording } from '../tap/observed-fetch.ts';
import { hearAnnouncedTools } from './announced-tools.ts';
import { armExit } from './lifecycle.ts';
import type { ObserveOptions } from './observe.ts';
import { rememberSettings } from './process-settings.ts';

/** The process's recorder. The first request installs the exit hooks, so that a process without requests has none. */
export const RECORDING: FetchRecording = {
  started(exchange) {
    armExit();
    recorder.started(exchange);
  },
  ended: (exchange) => recorder.ended(exchange),
  later(job) {
    armExit();
    recorder.later(job);
  },
  watchOther: (request) => watchBatch(request, RECORDING),
};

/** What a tap needs. */
export function toSink(options: ObserveOptions): Sink {
  return { settings: toSettings(options), recording: RECORDING };
}

export function toSettings(options: ObserveOptions): Settings {
  hearAnnouncedTools();
  const { url, apiKey, serviceName, mask, countTokens, onBudget, ...run } = options;
  rememberOnBudget(onBudget);
  configureTracing({ url, apiKey, serviceName });
  const settings = { run, ...(mask && { mask }), ...(countTokens && { countTokens }) };
  rememberSettings(settings);
  return settings;
}
