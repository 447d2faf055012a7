/** The environment variables of the mail server, which ingest and the web app share. */
import * as z from 'zod';
import type { MailServer } from './send-mail.ts';

/** An address, or `Name <address>`. */
const SENDER = z
  .string()
  .refine(
    (text) => z.email().safeParse(/^[^<>\r\n]*<([^<>]+)>$/.exec(text)?.[1] ?? text).success,
    'Write it as subtext@example.com, or as Subtext <subtext@example.com>',
  );

export const MAIL_VARIABLES = {
  /** The mail server: `smtps://user:password@host:465`, or `smtp://`. Without it no mail is sent. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'Write it as smtps://user:password@mail.example.com:465' }).optional(),
  /** The sender of mails. */
  MAIL_FROM: SENDER.optional(),
};

interface MailVariables {
  SMTP_URL?: string | undefined;
  MAIL_FROM?: string | undefined;
}

/** One variable without the other. */
export function problemOfMail({ SMTP_URL, MAIL_FROM }: MailVariables) {
  if ((SMTP_URL === undefined) === (MAIL_FROM === undefined)) return undefined;
  const [missing, set] = SMTP_URL === undefined ? ['SMTP_URL', 'MAIL_FROM'] : ['MAIL_FROM', 'SMTP_URL'];
  return { code: 'custom' as const, path: [missing], message: `is not set, but ${set} is. Mail needs both` };
}

/** undefined = no mail is sent. */
export const mailServer = ({ SMTP_URL, MAIL_FROM }: MailVariables): MailServer | undefined =>
  SMTP_URL && MAIL_FROM ? { url: SMTP_URL, from: MAIL_FROM } : undefined;
