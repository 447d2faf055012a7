/** Answers in the content type of the request: ExportTraceServiceResponse, and google.rpc.Status for every failure. */
import { PbfWriter } from 'pbf';

export type OtlpType = 'application/x-protobuf' | 'application/json';

/** undefined when it is neither; parameters such as `charset` do not matter. */
export function otlpType(contentType: string | undefined): OtlpType | undefined {
  const type = contentType?.split(';')[0]?.trim().toLowerCase();
  if (type === 'application/x-protobuf' || type === 'application/protobuf') return 'application/x-protobuf';
  return type === 'application/json' ? type : undefined;
}

/** A warning is a message with no rejected span. The sender must not send again either way. */
export interface PartialSuccess {
  rejectedSpans: number;
  errorMessage: string;
}

export function encodeSuccess(type: OtlpType, partial: PartialSuccess | undefined): Uint8Array {
  // proto3 JSON writes int64 as a string.
  const json = partial && { ...partial, rejectedSpans: String(partial.rejectedSpans) };
  if (type === 'application/json') return Buffer.from(JSON.stringify(json ? { partialSuccess: json } : {}));
  const writer = new PbfWriter();
  if (partial) writer.writeMessage(1, writePartialSuccess, partial);
  return writer.finish();
}

function writePartialSuccess(partial: PartialSuccess, writer: PbfWriter): void {
  if (partial.rejectedSpans > 0) writer.writeVarintField(1, partial.rejectedSpans);
  writer.writeStringField(2, partial.errorMessage);
}

export function encodeStatus(type: OtlpType, code: number, message: string): Uint8Array {
  if (type === 'application/json') return Buffer.from(JSON.stringify({ code, message }));
  const writer = new PbfWriter();
  writer.writeVarintField(1, code);
  writer.writeStringField(2, message);
  return writer.finish();
}
