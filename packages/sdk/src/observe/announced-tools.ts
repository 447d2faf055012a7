/**
 * AI SDK 7 announces every run of a tool on a diagnostics channel of Node (`ai:telemetry`), whether or not its telemetry
 * is on. The wire shows only results: not when the tool ran, nor that it failed, which the Responses API and Chat
 * Completions have no flag for.
 */
import { now } from '../platform/clock.ts';
import { subscribeToChannel } from '../platform/node.ts';
import { guarded } from '../platform/report.ts';
import { recorder } from '../conversation/recorder.ts';

/** The parts of an announcement that are read. The same object comes at the start and at the end. */
interface Announcement {
  type?: unknown;
  event?: { toolCall?: { toolCallId?: unknown; toolName?: unknown } };
  result?: { output?: { type?: unknown } };
  error?: unknown;
}

const starts = new WeakMap<Announcement, number>();
let isListening = false;

/** From now on, and once for the process. */
export function hearAnnouncedTools(): void {
  if (isListening) return;
  isListening = true;
  listen('tracing:ai:telemetry:start', (announced) => starts.set(announced, now()));
  listen('tracing:ai:telemetry:asyncEnd', ended);
}

function listen(channel: string, hear: (announced: Announcement) => void): void {
  subscribeToChannel(channel, (message) =>
    guarded('read an announced tool', () => {
      const announced = message as Announcement;
      if (announced.type === 'executeTool') hear(announced);
    }),
  );
}

function ended(announced: Announcement): void {
  const startedAt = starts.get(announced);
  const { toolCallId: callId, toolName: name } = announced.event?.toolCall ?? {};
  if (startedAt === undefined || typeof callId !== 'string' || typeof name !== 'string') return;
  const hasFailed = announced.error !== undefined || announced.result?.output?.type === 'tool-error';
  recorder.toolRan({ callId, name, startedAt, endedAt: now(), hasFailed });
}
