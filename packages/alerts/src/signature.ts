/**
 * Signs the requests to a webhook as Standard Webhooks specifies (https://www.standardwebhooks.com), so receivers check
 * them with its libraries.
 */
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

export const newWebhookSecret = (): string => `${PREFIX}${randomBytes(24).toString('base64')}`;

interface Signing {
  id: string;
  at: Date;
  secret: string;
}

export function signatureHeaders(body: string, { id, at, secret }: Signing): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
