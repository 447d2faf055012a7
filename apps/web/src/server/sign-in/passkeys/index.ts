// Passkeys: signing in with one, adding and removing them.
export { answerPasskeys } from './answer-passkeys.ts';
export { needsPasskey, proofsOf, SIGN_IN_WITH_PASSKEY, type Proofs } from './needs-passkey.ts';
export { removePasskeys } from './remove.ts';
