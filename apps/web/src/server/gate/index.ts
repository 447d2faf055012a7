// What stands before the app: who a client is, and how much it may bring along.
export { boundedRequest } from './body-limit.ts';
export {
  CLIENT_ADDRESS_HEADER,
  clientAddress,
  clientAddressOf,
  clientNetwork,
  readTrustedProxies,
  type TrustedProxies,
} from './client-address.ts';
export { createGate } from './http-server.ts';
export { Refused, RefusedRequests, tooManyRefused } from './refused.ts';
export { inputTransformer } from './trpc-input.ts';
