/** Parts that all spans are described with. */
import { SpanStatusCode, type Attributes, type SpanStatus } from '@opentelemetry/api';

/** `chat gpt-5`; only the operation when the name is unknown or withheld. */
export function spanNameFor(operation: string, name: string | undefined): string {
  return name ? `${operation} ${name}` : operation;
}

/** Without the attributes that have no value. */
export function defined(attributes: Record<string, Attributes[string]>): Attributes {
  const kept: Attributes = {};
  for (const name in attributes) if (attributes[name] !== undefined) kept[name] = attributes[name];
  return kept;
}

export function failed(message: string | undefined): SpanStatus {
  return { code: SpanStatusCode.ERROR, ...(message !== undefined && { message }) };
}
