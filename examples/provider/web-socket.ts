/** The server's side of a WebSocket, as far as the formats need it: text messages in both directions, no extensions. */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

export interface TextSocket {
  send(text: string): void;
}

/** RFC 6455, section 1.3. */
const HANDSHAKE_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const TEXT = 0x1;
const CLOSE = 0x8;
const PING = 0x9;
const PONG = 0xa;

interface Frame {
  opcode: number;
  payload: Buffer;
  /** The bytes of the frame. */
  length: number;
}

/** Answers the handshake, and calls `hear` with each message. */
export function acceptSocket(request: IncomingMessage, connection: Duplex, hear: (text: string) => void): TextSocket {
  const key = `${request.headers['sec-websocket-key'] ?? ''}${HANDSHAKE_GUID}`;
  const accept = createHash('sha1').update(key).digest('base64');
  connection.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  let pending = Buffer.alloc(0);
  connection.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    for (let frame = firstFrame(pending); frame; frame = firstFrame(pending)) {
      pending = pending.subarray(frame.length);
      if (frame.opcode === TEXT) hear(frame.payload.toString('utf8'));
      else if (frame.opcode === PING) connection.write(frameOf(PONG, frame.payload));
      else if (frame.opcode === CLOSE) connection.end(frameOf(CLOSE, frame.payload));
    }
  });
  // A client that ends without a closing frame.
  connection.on('error', () => connection.destroy());
  return { send: (text) => void connection.write(frameOf(TEXT, Buffer.from(text))) };
}

/** undefined while the frame has not arrived as a whole. Clients mask their frames, and send each message as one. */
function firstFrame(bytes: Buffer): Frame | undefined {
  if (bytes.length < 2) return undefined;
  const short = bytes.readUInt8(1) & 0x7f;
  const lengthBytes = short === 127 ? 8 : short === 126 ? 2 : 0;
  const maskAt = 2 + lengthBytes;
  if (bytes.length < maskAt + 4) return undefined;
  const size = lengthBytes === 8 ? Number(bytes.readBigUInt64BE(2)) : lengthBytes === 2 ? bytes.readUInt16BE(2) : short;
  const length = maskAt + 4 + size;
  if (bytes.length < length) return undefined;
  const mask = bytes.subarray(maskAt, maskAt + 4);
  const payload = Buffer.from(bytes.subarray(maskAt + 4, length));
  for (const [at, byte] of payload.entries()) payload[at] = byte ^ (mask[at % 4] ?? 0);
  return { opcode: bytes.readUInt8(0) & 0x0f, payload, length };
}

function frameOf(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  head.writeUInt8(0x80 | opcode, 0);
  head.writeUInt8(length < 126 ? length : length < 65_536 ? 126 : 127, 1);
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, payload]);
}
