// The second factor: an authenticator app (TOTP), or one of its backup codes.
export { answerSecondFactor } from './answer-second-factor.ts';
export { isChallenged, redirectToChallenge } from './challenge.ts';
export { hasSecondFactor } from './plugin.ts';
export { removeSecondFactor } from './remove.ts';
