// An agent asks over MCP, and a person follows a link of the answer to the page that shows the same.
import { expect, test } from './fixtures.ts';
import { createReadKey } from './own-project.ts';

test('an answer about a run cites the step whose page shows the same thought', async ({ page, system }) => {
  const key = await createReadKey(system);
  const ask = async (name: string, parameters: object): Promise<string> => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: parameters } };
    const response = await fetch(`${system.webUrl}/mcp`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(message),
    });
    expect(response.status).toBe(200);
    const { result } = (await response.json()) as { result: { content: { text: string }[] } };
    return result.content[0]!.text;
  };
  const hits = await ask('search_thoughts', { words: '"safety notice"', range: 'all' });
  const [, step, run] = /step (\d+)\w* of run ([\da-f]{32})/.exec(hits)!;
  const answer = await ask('why', { run, step });
  expect(answer).toContain('because the model thought');
  const [url] = new RegExp(`${system.webUrl}/p/default/traces/${run}\\?step=${step}`).exec(answer)!;
  const [, thought] = /Thought:\n<trace-text \w+>([^\n<]{1,60})/.exec(answer)!;
  await page.goto(url);
  await expect(page.getByRole('complementary').getByText(thought!).first()).toBeVisible();
});

test('a request without a key is told what to do', async ({ system }) => {
  const response = await fetch(`${system.webUrl}/mcp`, { method: 'POST', body: 'x'.repeat(1000) });
  expect([response.status, await response.text()]).toEqual([401, expect.stringContaining('Settings, API keys')]);
});
