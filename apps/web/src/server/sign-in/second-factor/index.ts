// The second factor: an authenticator app (TOTP), or one of its backup codes.
export { answerSecondFactor } from './answer-second-factor.ts';
export { Proof } from './codes.ts';
export { isChallenged, redirectToChallenge } from './challenge.ts';
export { hasSecondFactor } from './plugin.ts';
export { removeSecondFactor } from './remove.ts';
export { refusedCode, verifyCode } from './verify-code.ts';
