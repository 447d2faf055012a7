// One connection a mail: a server of this kind sends few.
import { createTransport } from 'nodemailer';

export interface MailServer {
  /** `smtp://` (with STARTTLS where the server offers it) or `smtps://`, with user and password in it. */
  url: string;
  /** The sender: an address, or `Name <address>`. */
  from: string;
}

export interface Mail {
  to: string;
  subject: string;
  /** Plain text; it may contain a link that signs in, so it is never logged. */
  text: string;
  /** Absent: a new one. A mail that is sent again with the same one can be recognized. */
  messageId?: string;
}

/** A user waits for it when inviting. */
const TIMEOUT_MS = 10_000;

/** @throws Error when the server did not accept the mail; its message names neither the text nor the password. */
export async function sendMail({ url, from }: MailServer, mail: Mail): Promise<void> {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // A mail never contains a file of this server, or what it could fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({ from, ...mail });
  } finally {
    transport.close();
  }
}
