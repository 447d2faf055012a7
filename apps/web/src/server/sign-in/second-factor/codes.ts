// The codes that prove a second factor: six digits of the app, or a backup code.
import * as z from 'zod';
import { requestWith } from '../attempt.ts';

/** `password` is asked for only where there is one. */
export const Proof = z.object({
  // People copy codes with spaces.
  code: z
    .string()
    .max(40)
    .transform((code) => code.replaceAll(/\s/g, ''))
    .default(''),
  password: z.string().max(200).default(''),
});
export type Proof = z.infer<typeof Proof>;

export const isOfApp = (code: string): boolean => /^\d{6}$/.test(code);

/** The request by which the auth library verifies a code. */
export function verification(request: Request, code: string): Request {
  const path = `/api/auth/two-factor/${isOfApp(code) ? 'verify-totp' : 'verify-backup-code'}`;
  return requestWith(request, { code }, path);
}
