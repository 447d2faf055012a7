/**
 * Sends the messages of the outbox. Each is sent at least once, and again with growing delay for a day until the
 * receiver takes it; every attempt has the same id.
 */
import { claimDeliveries, saveDelivery, type DeliveryOutcome, type DueDelivery, type Sql } from '@subtext/db';
import { postJson, sendMail, type AllowedAddresses, type MailServer } from '@subtext/outbound';
import { ALERT_MESSAGE, alertMail, slackBody, webhookBody } from './message.ts';
import { signatureHeaders } from './signature.ts';

export interface DeliverOptions {
  /** Addresses in private networks that may be reached. */
  allowed: AllowedAddresses;
  /** undefined = no mail is sent. */
  mail: MailServer | undefined;
  now?: () => Date;
}

/** Resolves to the number of messages that were tried. */
export async function deliverDue(sql: Sql, options: DeliverOptions): Promise<number> {
  const due = await claimDeliveries(sql);
  await Promise.all(due.map(async (delivery) => saveDelivery(sql, delivery, await attempt(delivery, options))));
  return due.length;
}

interface Answer {
  status: number | null;
  text: string;
  isTaken: boolean;
}

async function attempt(delivery: DueDelivery, options: DeliverOptions): Promise<DeliveryOutcome> {
  const now = options.now?.() ?? new Date();
  const { status, text, isTaken } = await send(delivery, options, now).catch((error: unknown): Answer => ({
    status: null,
    text: reasonOf(error),
    isTaken: false,
  }));
  const retryAfter = isTaken || status === GONE ? null : delayAfter(delivery, now);
  return { isDelivered: isTaken, status, answer: printable(text), retryAfter };
}

/** The receiver says that it will never take messages again. */
const GONE = 410;

async function send(delivery: DueDelivery, options: DeliverOptions, at: Date): Promise<Answer> {
  const message = ALERT_MESSAGE.parse(delivery.message);
  if (delivery.kind === 'mail') {
    if (!options.mail) throw new Error('No mail server is configured (SMTP_URL, MAIL_FROM).');
    await sendMail(options.mail, { ...alertMail(message, delivery.address), messageId: `<${delivery.id}@subtext>` });
    return { status: null, text: 'The mail server accepted the mail.', isTaken: true };
  }
  const body = delivery.kind === 'slack' ? slackBody(message) : webhookBody(message, delivery.id);
  const headers = delivery.secret ? signatureHeaders(body, { id: delivery.id, at, secret: delivery.secret }) : {};
  const { status, text } = await postJson(delivery.address, body, { allowed: options.allowed, headers });
  return { status, text, isTaken: status >= 200 && status < 300 };
}

const MINUTE = 60;
const DELAYS = [1, 2, 5, 10, 20, 40, 60].map((minutes) => minutes * MINUTE);
const DAY_MS = 24 * 60 * MINUTE * 1_000;

/** In seconds; null when the message is a day old. */
function delayAfter({ attempts, createdAt }: DueDelivery, now: Date): number | null {
  const delay = DELAYS[Math.min(attempts, DELAYS.length) - 1]!;
  return now.getTime() - createdAt.getTime() + delay * 1_000 > DAY_MS ? null : delay;
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message || String(error.cause ?? error.name) : String(error);

const LONGEST_ANSWER = 300;

/** PostgreSQL stores no NUL, and a log shows no control characters. */
const printable = (text: string): string =>
  text
    .replaceAll(/\p{C}+/gu, ' ')
    .slice(0, LONGEST_ANSWER)
    .toWellFormed();
