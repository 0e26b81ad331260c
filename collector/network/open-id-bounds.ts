/** Clocks of providers may be off by this many seconds. */
export const clockTolerance = 30;
/**
 * Providers sign with these algorithms: nothing that is checked with a secret or a public key taken for one, and never
 * `none`.
 */
export const signatureAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
