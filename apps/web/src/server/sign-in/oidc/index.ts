// Sign-in by an identity provider (OpenID Connect).
export { answerOidc } from './answer-oidc.ts';
