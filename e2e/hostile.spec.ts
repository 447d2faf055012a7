// What models and tools say is written by strangers: it is shown as text, and nothing of it reaches the network or the page.
import { expect, test, watchForeignRequests } from './fixtures.ts';
import { send, traceOf } from './otlp.ts';

const REMOTE = 'https://evil.example';

const HOSTILE = [
  `<img src="${REMOTE}/pixel.png" onerror="document.title='owned'">`,
  `<script src="${REMOTE}/script.js"></script><script>document.title='owned'</script>`,
  `<svg onload="document.title='owned'"><style>@import url(${REMOTE}/style.css)</style></svg>`,
  `<iframe src="${REMOTE}"></iframe><link rel="stylesheet" href="${REMOTE}/style.css"><base href="${REMOTE}">`,
  `![image](${REMOTE}/pixel.png) [link](javascript:document.title='owned')`,
  `{{constructor.constructor('document.title="owned"')()}} \${document.title='owned'}`,
  '\u202Egnp.exe\u202C \u2066hidden\u2069 zero\u200Bwidth \u001B[31mred\u001B[0m \uD800 lone',
].join('\n');

const message = (role: string, parts: object[]) => JSON.stringify([{ role, parts }]);
const text = { type: 'text', content: HOSTILE };

test('hostile text of a model stays text, and no request leaves the origin', async ({ page, system }) => {
  const { traceId, body } = traceOf({
    name: `chat ${HOSTILE}`,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': HOSTILE,
      'gen_ai.request.model': HOSTILE,
      'gen_ai.response.model': HOSTILE,
      'gen_ai.input.messages': message('user', [text]),
      'gen_ai.output.messages': message('assistant', [
        { type: 'reasoning', content: HOSTILE },
        text,
        { type: 'tool_call', id: HOSTILE, name: HOSTILE, arguments: { [HOSTILE]: HOSTILE } },
      ]),
      'gen_ai.usage.input_tokens': 10,
      'gen_ai.usage.output_tokens': 20,
    },
  });
  expect(await send(body, { ingestUrl: system.ingestUrl, key: system.ingestKey })).toBe(200);

  const foreign = watchForeignRequests(page, system.webUrl);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => (dialogs.push(dialog.message()), dialog.dismiss()));
  await page.goto('/p/default/traces');
  await expect(page.getByRole('grid').getByText('evil.example').first()).toBeVisible();
  await page.goto(`/p/default/traces/${traceId}`);
  const timeline = page.getByRole('treegrid', { name: 'Why timeline' });
  await expect(timeline.getByText('evil.example').first()).toBeVisible();
  for (const name of ['Got', 'Paid', 'Raw', 'Why']) await page.getByRole('tab', { name, exact: true }).click();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Raw', exact: true }).click();
  await expect(page.getByRole('main').getByText('evil.example').first()).toBeVisible();
  await page.goto('/p/default/costs');
  await expect(
    page.getByRole('region', { name: 'Spend by model, table' }).getByText('evil.example').first(),
  ).toBeVisible();

  expect(foreign).toEqual([]);
  expect(dialogs).toEqual([]);
  expect(await page.title()).not.toContain('owned');
});

test('what would be invisible or turn the text around is drawn as a mark', async ({ page, system }) => {
  const { traceId, body } = traceOf({
    name: 'chat',
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.output.messages': message('assistant', [{ type: 'text', content: 'safe\u202Eexe.gnp and a\u200Bb' }]),
    },
  });
  expect(await send(body, { ingestUrl: system.ingestUrl, key: system.ingestKey })).toBe(200);
  await page.goto(`/p/default/traces/${traceId}`);
  const timeline = page.getByRole('treegrid', { name: 'Why timeline' });
  await expect(timeline).toContainText('safe');
  expect(await timeline.innerText()).not.toMatch(/[\u202E\u200B]/u);
});

test('every page forbids foreign and inline scripts', async ({ page }) => {
  for (const path of ['/p/default/traces', '/p/default/costs', '/p/default/settings/keys', '/welcome']) {
    const response = await page.goto(path);
    const policy = response?.headers()['content-security-policy'] ?? '';
    expect(policy).toMatch(/default-src 'self'/);
    expect(policy).toMatch(/script-src 'self' 'nonce-[0-9a-f]+'(;|$)/);
    expect(policy).toMatch(/frame-ancestors 'none'/);
  }
});
