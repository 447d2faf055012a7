/**
 * subtext mcp: MCP over stdio, for clients that start a server as a program. Passes every message to `/mcp` of the
 * instance and back; it answers nothing itself.
 */
import { StreamableHTTPClientTransport, type JSONRPCMessage } from '@modelcontextprotocol/client';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { findConnection } from '../api/connection.ts';

/** As JSON-RPC has errors; -32000 is its code for errors of a server's own. */
const SERVER_ERROR = -32_000;

export async function mcp(): Promise<void> {
  const { url, key } = await findConnection();
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  const instance = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit });
  const client = new StdioServerTransport();
  instance.onmessage = (message) => {
    const version = negotiatedVersion(message);
    if (version !== undefined) instance.setProtocolVersion(version);
    void client.send(message);
  };
  client.onmessage = (message) => void forward(instance, client, message);
  const closed = new Promise<void>((resolve) => {
    client.onclose = resolve;
    process.stdin.once('end', resolve);
  });
  await instance.start();
  await client.start();
  await closed;
  await instance.close();
}

async function forward(
  instance: StreamableHTTPClientTransport,
  client: StdioServerTransport,
  message: JSONRPCMessage,
): Promise<void> {
  try {
    await instance.send(message);
  } catch (cause) {
    // A notification has no answer.
    if (!('id' in message) || !('method' in message) || message.id === undefined) return;
    const error = { code: SERVER_ERROR, message: cause instanceof Error ? cause.message : String(cause) };
    await client.send({ jsonrpc: '2.0', id: message.id, error });
  }
}

/** Requests after the first one name the version of the protocol, which the answer to the first one has. */
function negotiatedVersion(message: JSONRPCMessage): string | undefined {
  const { protocolVersion } = 'result' in message ? (message.result as { protocolVersion?: unknown }) : {};
  return typeof protocolVersion === 'string' ? protocolVersion : undefined;
}
