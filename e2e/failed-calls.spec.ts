// A model call that failed says so wherever its step is read, with what it had written until then.
import { expect, expectAccessible, test } from './fixtures.ts';
import { send } from './otlp.ts';

const REASON = 'Token limit reached: 4,096 of 4,096 tokens';

/** One call that thought and had begun to answer, and one that failed before anything was written. */
function failedCalls() {
  const now = BigInt(Date.now()) * 1_000_000n;
  const traceId = crypto.randomUUID().replaceAll('-', '');
  const span = (spanId: string, output: object[] | undefined, message: string) => ({
    traceId,
    spanId,
    name: 'chat limited-1',
    kind: 3,
    startTimeUnixNano: String(now - 2_000_000_000n),
    endTimeUnixNano: String(now),
    status: { code: 2, message },
    attributes: Object.entries({
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'limited-1',
      'gen_ai.input.messages': JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: 'Tell it all.' }] }]),
      ...(output && { 'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts: output }]) }),
    }).map(([key, value]) => ({ key, value: { stringValue: value } })),
  });
  const written = [
    { type: 'reasoning', content: 'They want the whole story, so begin at the beginning.' },
    { type: 'text', content: 'It began on a Monday, when' },
  ];
  const spans = [span('a'.repeat(16), written, REASON), span('b'.repeat(16), undefined, 'Overloaded')];
  return { traceId, body: { resourceSpans: [{ scopeSpans: [{ spans }] }] } };
}

test('a failed model call says why in its row, its panel and the transcript', async ({ page, own }) => {
  const { traceId, body } = failedCalls();
  expect(await send(body, { ingestUrl: own.ingestUrl, key: own.ingestKey })).toBe(200);
  await page.goto(`${own.path}/traces/${traceId}`);
  const timeline = page.getByRole('treegrid', { name: 'Why timeline' });
  const row = timeline.getByRole('row').filter({ hasText: 'It began on a Monday' });
  await expect(row).toContainText(`The model call failed: ${REASON}`);
  await expect(timeline).toContainText('The model call failed: Overloaded');
  await row.click();
  const panel = page.getByRole('complementary', { name: /^Step \d/ });
  await expect(panel.getByText(`The model call failed: ${REASON}`)).toBeVisible();
  await expect(panel).toContainText('What the model thought before the call failed:');
  await expect(panel.getByRole('heading', { name: 'Written before the call failed' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('3');
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages).toContainText(`The model call failed: ${REASON}`);
  await expect(messages).toContainText('It began on a Monday, when');
  await expectAccessible(page);
});
