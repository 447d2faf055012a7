// The official client, connected to the MCP server at an address with a key.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

export async function connectedClient(url: string, secret: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${secret}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  return client;
}

interface QuestionOfTest {
  url: string;
  secret: string;
  name: string;
  parameters: Record<string, unknown>;
}

/** The text of one answer. */
export async function askQuestion({ url, secret, name, parameters }: QuestionOfTest) {
  const client = await connectedClient(url, secret);
  const { content, isError = false } = await client.callTool({ name, arguments: parameters });
  await client.close();
  return { text: textIn(content), isError };
}

export const textIn = ([first]: readonly { type: string; text?: unknown }[]): string => String(first?.text);
