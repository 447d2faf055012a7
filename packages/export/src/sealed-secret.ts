/** The secret key of a store, encrypted for the database. `owner` is authenticated, so a copied row opens nothing. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

interface Sealing {
  /** The secret of the installation. */
  key: string;
  /** The row that the secret belongs to. */
  owner: string;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const cipherKey = (key: string) => Buffer.from(hkdfSync('sha256', key, '', 'subtext: secrets of export targets', 32));

/** Nonce, tag and text. */
export function sealSecret(secret: string, { key, owner }: Sealing): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, cipherKey(key), nonce).setAAD(Buffer.from(owner));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** undefined: it was sealed with another key, for another row, or was changed. */
export function openSecret(sealed: Uint8Array, { key, owner }: Sealing): string | undefined {
  const [nonce, tag] = [sealed.subarray(0, NONCE_BYTES), sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)];
  try {
    const decipher = createDecipheriv(CIPHER, cipherKey(key), nonce).setAAD(Buffer.from(owner)).setAuthTag(tag);
    return decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
