/** Secrets that are shown once and stored as a hash: API keys, and the tokens of links. */
import { createHash, randomBytes } from 'node:crypto';

/** 32 random bytes, as newToken writes them. */
const TOKEN = /^[\w-]{43}$/;

export const newToken = (): string => randomBytes(32).toString('base64url');

export const isToken = (text: string): boolean => TOKEN.test(text);

/** They have 160 random bits and more, so a fast hash without salt is enough: there is nothing to guess. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
