/** Preloaded: Strands reports to the tracer provider that is registered. */
import '../../own-telemetry.mjs';
