/** Reads the spans of an OTLP request in protobuf. */

export interface ReceivedSpan {
  name: string;
  /** Hexadecimal. */
  traceId: string;
  spanId: string;
  parentId: string;
  /** The bytes of all attributes as text, for searching. */
  attributes: string;
}

/**
 * `ExportTraceServiceRequest`: resource spans, their scopes, their spans, each field 1 or 2 of the message around it.
 */
export function spansIn(request: Uint8Array): ReceivedSpan[] {
  const within = (field: number) => (message: Uint8Array) => fieldsOf(message).get(field) ?? [];
  return [request].flatMap(within(1)).flatMap(within(2)).flatMap(within(2)).map(readSpan);
}

function readSpan(message: Uint8Array): ReceivedSpan {
  const fields = fieldsOf(message);
  const hex = (field: number) => Buffer.from(fields.get(field)?.[0] ?? []).toString('hex');
  return {
    name: Buffer.from(fields.get(5)?.[0] ?? []).toString(),
    traceId: hex(1),
    spanId: hex(2),
    parentId: hex(4),
    attributes: Buffer.concat(fields.get(9) ?? []).toString(),
  };
}

/** The length-delimited fields of a protobuf message by number; numbers and times are passed over. */
function fieldsOf(message: Uint8Array): Map<number, Uint8Array[]> {
  const fields = new Map<number, Uint8Array[]>();
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = message[at++] ?? 0;
      value += (byte & 127) * shift;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const tag = varint();
    const [field, type] = [Math.floor(tag / 8), tag % 8];
    if (type === 0) varint();
    else if (type === 2) {
      const length = varint();
      fields.set(field, [...(fields.get(field) ?? []), message.subarray(at, (at += length))]);
    } else at += type === 1 ? 8 : 4;
  }
  return fields;
}
