// The header Idempotency-Key, by which a request that is sent again has one effect.
import * as z from 'zod';

export const IDEMPOTENCY_KEY = z
  .string()
  .max(200)
  .regex(/^[\x21-\x7e]+$/, 'An Idempotency-Key is 1 to 200 printable ASCII characters without spaces.')
  .optional();
