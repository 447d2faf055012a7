/** Preloaded: the telemetry of Claude Code, which the query's program sends by itself. */
const settings = {
  CLAUDE_CODE_ENABLE_TELEMETRY: '1',
  CLAUDE_CODE_ENHANCED_TELEMETRY_BETA: '1',
  OTEL_TRACES_EXPORTER: 'otlp',
  OTEL_LOGS_EXPORTER: 'otlp',
  OTEL_METRICS_EXPORTER: 'none',
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
  OTEL_EXPORTER_OTLP_ENDPOINT: process.env.SUBTEXT_URL,
  OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer ${process.env.SUBTEXT_API_KEY}`,
};
Object.assign(process.env, settings);
