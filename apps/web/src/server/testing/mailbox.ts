/** A real SMTP server on loopback that keeps what it receives. */
import type { AddressInfo } from 'node:net';
import type { MailServer } from '@subtext/outbound';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  to: string;
  from: string;
  /** Headers and text, decoded. */
  text: string;
  /** The link in the text. */
  link: string;
}

export interface Mailbox {
  server: MailServer;
  received: ReceivedMail[];
  close(): Promise<void>;
}

/** `onMail` runs before the server accepts the mail. */
export async function openMailbox(onMail?: (mail: ReceivedMail) => Promise<void>): Promise<Mailbox> {
  const received: ReceivedMail[] = [];
  const smtp = new SMTPServer({
    authMethods: ['PLAIN'],
    // Without a certificate.
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, answer) =>
      username === 'subtext' && password === 'mail secret'
        ? answer(null, { user: username })
        : answer(new Error('No.')),
    onData(stream, { envelope }, answer) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const text = decoded(Buffer.concat(pieces).toString());
        const link = /https?:\S+/.exec(text)?.[0] ?? '';
        const mails = envelope.rcptTo.map(({ address: to }) => ({ to, from, text, link }));
        received.push(...mails);
        Promise.all(mails.map((mail) => onMail?.(mail))).then(() => answer(), answer);
      });
    },
  });
  await new Promise<void>((resolve) => void smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  return {
    server: { url: `smtp://subtext:mail%20secret@127.0.0.1:${port}`, from: 'Subtext <subtext@example.test>' },
    received,
    close: () => new Promise((resolve) => void smtp.close(resolve)),
  };
}

/** Decodes quoted-printable. */
const decoded = (raw: string): string =>
  Buffer.from(
    raw
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString();
