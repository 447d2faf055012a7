/**
 * What leaves the server on its own. `postJson` is the only way to an address that a user chose: it never reaches the
 * network of this server, unless the operator allows an address. `sendMail` uses the mail server of the operator.
 */
export { ALLOWED_ADDRESSES, mayConnect, type AllowedAddresses } from './addresses.ts';
export { destinationUrl, RefusedDestination } from './destination.ts';
export { mailServer, MAIL_VARIABLES, problemOfMail } from './mail-server.ts';
export { postJson, type OutboundAnswer, type OutboundOptions } from './post-json.ts';
export { sendMail, type Mail, type MailServer } from './send-mail.ts';
