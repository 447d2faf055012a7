/** Secrets that are shown once and stored as a hash: API keys and the tokens of links. */
import { createHash, randomBytes } from 'node:crypto';

/** 32 random bytes in the form that newToken writes. */
const TOKEN = /^[\w-]{43}$/;

export const newToken = (): string => randomBytes(32).toString('base64url');

export const isToken = (text: string): boolean => TOKEN.test(text);

/** A fast hash without salt is enough, because secrets have at least 160 random bits and cannot be guessed. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
