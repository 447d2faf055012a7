/**
 * What leaves the server on its own. `postJson` and `outboundFetch` are the only ways to an address that a user chose:
 * they never reach the network of this server, unless the operator allows an address. `sendMail` uses the mail server of the operator.
 */
export { ALLOWED_ADDRESSES, mayConnect, type AllowedAddresses } from './addresses.ts';
export { destinationUrl, RefusedDestination } from './destination.ts';
export { mailServer, MAIL_VARIABLES, problemOfMail } from './mail-server.ts';
export { outboundFetch } from './outbound-fetch.ts';
export { postJson, type OutboundAnswer, type OutboundOptions } from './post-json.ts';
export { sendMail, type Mail, type MailServer } from './send-mail.ts';
