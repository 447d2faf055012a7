// The mails of the web app. Without a mail server (SMTP_URL, MAIL_FROM), links are copied and passed on.
export { invitationMail, resetMail, signInMail } from './messages.ts';
