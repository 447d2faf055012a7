// What an authenticator answers, as a browser sends it. The auth library verifies the values; here their size is bounded.
import * as z from 'zod';
import { MAX_PASSKEY_NAME } from '../../../lib/account/passkey-name.ts';

const BYTES = z.string().max(8_192);
/** At most 1023 bytes (WebAuthn Level 3, 4), in base64url. */
const CREDENTIAL_ID = z.string().min(1).max(1_364);

const credential = <Response extends z.ZodType>(response: Response) =>
  z.object({
    id: CREDENTIAL_ID,
    rawId: CREDENTIAL_ID,
    type: z.literal('public-key'),
    authenticatorAttachment: z.string().max(32).optional(),
    clientExtensionResults: z.object({}).default({}),
    response,
  });

export const SignInResponse = z.object({
  response: credential(
    z.object({
      clientDataJSON: BYTES,
      authenticatorData: BYTES,
      signature: BYTES,
      userHandle: z.string().max(128).optional(),
    }),
  ),
});

export const NewPasskey = z.object({
  name: z.string().trim().max(MAX_PASSKEY_NAME).default(''),
  response: credential(
    z.object({
      clientDataJSON: BYTES,
      attestationObject: BYTES,
      transports: z.array(z.string().max(32)).max(10).optional(),
    }),
  ),
});
