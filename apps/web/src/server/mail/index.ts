// Sends mail by the SMTP server of the operator (SMTP_URL, MAIL_FROM). Without one, links are copied and passed on.
export { invitationMail, resetMail, signInMail } from './messages.ts';
export { sendMail, type MailServer } from './send-mail.ts';
