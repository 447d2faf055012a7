/** An authenticator in software (WebAuthn, ES256, without attestation), which also answers wrongly where a test says so. */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

interface Credential {
  id: Buffer;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

export interface Answering {
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
  /** The id of another credential than the one that signs. */
  id?: string;
  counter?: number;
}

interface Options {
  challenge: string;
}

export interface Authenticator {
  id: string;
  /** Answers the options of a registration. */
  create(options: Options, answering?: Answering): object;
  /** Answers the options of a sign-in. */
  get(options: Options, answering?: Answering): object;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const NEW_CREDENTIAL = 0x40;

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

export function openAuthenticator({ origin, rpId }: { origin: string; rpId: string }): Authenticator {
  const credential = { id: randomBytes(16), ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) };
  const id = credential.id.toString('base64url');
  const usual = { origin, rpId, isVerified: true, id, counter: 0 };
  return {
    id,
    create: ({ challenge }, answering) => {
      const as = { ...usual, ...answering };
      const data = authenticatorData(as, newCredential(credential));
      return answer(as.id, {
        clientDataJSON: clientData('webauthn.create', { challenge, ...as }).toString('base64url'),
        attestationObject: attestationObject(data).toString('base64url'),
        transports: ['internal'],
      });
    },
    get: ({ challenge }, answering) => {
      const as = { ...usual, ...answering };
      const data = authenticatorData(as);
      const client = clientData('webauthn.get', { challenge, ...as });
      return answer(as.id, {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), credential.privateKey).toString('base64url'),
      });
    },
  };
}

const answer = (id: string, response: object) => ({
  ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {}, authenticatorAttachment: 'platform' },
  response,
});

const clientData = (type: string, { challenge, origin }: { challenge: string; origin: string }) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

function authenticatorData({ rpId, isVerified, counter }: Required<Answering>, added?: Buffer): Buffer {
  const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | (added ? NEW_CREDENTIAL : 0);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, added ?? Buffer.alloc(0)]);
}

/** An AAGUID of zeros, the id with its length, and the public key in COSE: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
function newCredential({ id, publicKey }: Credential): Buffer {
  const { x, y } = publicKey.export({ format: 'jwk' });
  const key = [Buffer.from('a5010203262001215820', 'hex'), bytesOf(x), Buffer.from('225820', 'hex'), bytesOf(y)];
  return Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, ...key]);
}

const bytesOf = (text: unknown) => Buffer.from(String(text), 'base64url');

/** CBOR: {"fmt": "none", "attStmt": {}, "authData": bytes}. */
const attestationObject = (data: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([0xa3]),
    ...[Buffer.from('cfmt'), Buffer.from('dnone'), Buffer.from('gattStmt'), Buffer.from([0xa0])],
    ...[Buffer.from('hauthData'), Buffer.from([0x58, data.length]), data],
  ]);
