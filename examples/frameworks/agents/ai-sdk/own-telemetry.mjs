/** Preloaded: AI SDK reports through its package for OpenTelemetry. */
import '../../own-telemetry.mjs';
import { OpenTelemetry } from '@ai-sdk/otel';
import { registerTelemetry } from 'ai';

registerTelemetry(new OpenTelemetry());
