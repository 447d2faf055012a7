/** Errors in gRPC's form: a code and a message and, where the client should retry, RetryInfo (otel-genai §6). */
import { PbfWriter } from 'pbf';
import { ERRORS, type IngestError } from '../errors.ts';

export const OK = 0;
const UNIMPLEMENTED = 12;
const UNAVAILABLE = 14;

export interface GrpcStatus {
  code: number;
  message: string;
  /** Seconds; undefined = retrying does not help. */
  retryAfter: number | undefined;
}

/** UNAVAILABLE for every transient error: of the retryable codes, the one that all exporters support. */
export function grpcStatusOf({ kind, message }: IngestError): GrpcStatus {
  const entry: { code: number; retryAfter?: number } = ERRORS[kind];
  const { retryAfter } = entry;
  if (retryAfter !== undefined) return { code: UNAVAILABLE, message, retryAfter };
  return { code: kind === 'NO_SUCH_PATH' ? UNIMPLEMENTED : entry.code, message, retryAfter };
}

export function trailersOf(status: GrpcStatus): Record<string, string> {
  return {
    'grpc-status': String(status.code),
    'grpc-message': percentEncoded(status.message),
    'grpc-status-details-bin': Buffer.from(encodeDetails(status)).toString('base64').replace(/=+$/, ''),
  };
}

/** Encodes everything but printable ASCII, and the percent sign, as UTF-8 bytes. */
function percentEncoded(text: string): string {
  return [...Buffer.from(text)].map(percentEncodedByte).join('');
}

function percentEncodedByte(byte: number): string {
  const isPlain = byte >= 0x20 && byte <= 0x7e && byte !== 0x25;
  return isPlain ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

/** google.rpc.Status. */
function encodeDetails({ code, message, retryAfter }: GrpcStatus): Uint8Array {
  const writer = new PbfWriter();
  writer.writeVarintField(1, code);
  writer.writeStringField(2, message);
  if (retryAfter !== undefined) writer.writeMessage(3, writeRetryInfo, retryAfter);
  return writer.finish();
}

/** Any{type_url, value: RetryInfo{retry_delay: Duration{seconds}}}. */
function writeRetryInfo(seconds: number, any: PbfWriter): void {
  any.writeStringField(1, 'type.googleapis.com/google.rpc.RetryInfo');
  const info = new PbfWriter();
  info.writeMessage(1, (delay: number, duration) => duration.writeVarintField(1, delay), seconds);
  any.writeBytesField(2, info.finish());
}
