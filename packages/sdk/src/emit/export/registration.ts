/**
 * The only module that registers with the OpenTelemetry API. It uses the installed package, while the rest of the Node
 * build has a copy of its own: a copy does not register beside another version, and the tracers that an application
 * holds follow only the copy that they came from.
 */
import { context, logs, trace, type ContextManager, type TracerProvider } from '@opentelemetry/api';

export function registerContextManager(manager: ContextManager): void {
  context.setGlobalContextManager(manager);
}

export function registerTracerProvider(provider: TracerProvider): void {
  trace.setGlobalTracerProvider(provider);
}

/** NodeSDK registers an empty logger provider, which would block one of the application's. */
export function withoutNewLoggers(start: () => void): void {
  const loggers = logs.getLoggerProvider();
  start();
  if (logs.getLoggerProvider() !== loggers) logs.disable();
}
