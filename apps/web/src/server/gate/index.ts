// Runs before the app: finds the client's address, and limits request bodies.
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
