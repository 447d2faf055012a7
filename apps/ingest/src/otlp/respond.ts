/** Answers in the content type of the request: Export…ServiceResponse, and google.rpc.Status for every failure. */
import { PbfWriter } from 'pbf';

export type Signal = 'traces' | 'logs';
export type OtlpType = 'application/x-protobuf' | 'application/json';

/** undefined when it is neither; parameters such as `charset` do not matter. */
export function otlpType(contentType: string | undefined): OtlpType | undefined {
  const type = contentType?.split(';')[0]?.trim().toLowerCase();
  if (type === 'application/x-protobuf' || type === 'application/protobuf') return 'application/x-protobuf';
  return type === 'application/json' ? type : undefined;
}

/** A warning is a message with nothing rejected. The sender must not send again in either case. */
export interface PartialSuccess {
  /** Spans or log records. */
  rejected: number;
  errorMessage: string;
}

export interface Success {
  signal: Signal;
  type: OtlpType;
  partial: PartialSuccess | undefined;
}

/** proto3 JSON writes int64 as a string. The messages of both signals have the same numbers. */
export function encodeSuccess({ signal, type, partial }: Success): Uint8Array {
  if (type === 'application/json') {
    const rejected = signal === 'traces' ? 'rejectedSpans' : 'rejectedLogRecords';
    const json = partial && { [rejected]: String(partial.rejected), errorMessage: partial.errorMessage };
    return Buffer.from(JSON.stringify(json ? { partialSuccess: json } : {}));
  }
  const writer = new PbfWriter();
  if (partial) writer.writeMessage(1, writePartialSuccess, partial);
  return writer.finish();
}

function writePartialSuccess(partial: PartialSuccess, writer: PbfWriter): void {
  if (partial.rejected > 0) writer.writeVarintField(1, partial.rejected);
  writer.writeStringField(2, partial.errorMessage);
}

export function encodeStatus(type: OtlpType, code: number, message: string): Uint8Array {
  if (type === 'application/json') return Buffer.from(JSON.stringify({ code, message }));
  const writer = new PbfWriter();
  writer.writeVarintField(1, code);
  writer.writeStringField(2, message);
  return writer.finish();
}
