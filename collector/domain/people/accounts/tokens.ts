// By their own paths: the package as a whole is forty modules, most of them for other keys than ours.

import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import { JOSEError } from 'jose/errors';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import type { CredentialStore } from '../../../ports/accounts/credentials.ts';
import type { Authenticate } from '../access/authenticate.ts';
import { memberCaller } from '../access/member-caller.ts';

/** A token is good for this many seconds. There is no refresh: after it, one logs in again. */
export const tokenSeconds = 12 * 3_600;
const issuer = 'sonde';
const algorithm = 'HS256';

/** A token's subject is a person in one of his accounts. */
export interface TokenSubject {
  readonly accountId: number;
  readonly personId: number;
  /** The generation of the person's tokens when the token was issued. */
  readonly generation: number;
}

/** `Tokens` issues and checks the tokens of logins: JWTs (RFC 7519) under a secret that all collectors share. */
export class Tokens {
  readonly #secret: Uint8Array;
  readonly #clock: Clock;
  readonly #random: Random;

  /** `secret`: at least 32 random bytes. */
  constructor({ secret, clock, random }: { secret: Uint8Array; clock: Clock; random: Random }) {
    if (secret.length < 32) throw new RangeError('the secret of tokens needs 32 bytes');
    this.#secret = secret;
    this.#clock = clock;
    this.#random = random;
  }

  issue({ accountId, personId, generation }: TokenSubject): Promise<string> {
    const now = Math.floor(this.#clock.now() / 1_000);
    return new SignJWT({ person: personId, generation })
      .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(issuer)
      .setSubject(String(accountId))
      .setJti(this.#random.uuid())
      .setIssuedAt(now)
      .setExpirationTime(now + tokenSeconds)
      .sign(this.#secret);
  }

  /** To whom a token was issued; undefined if it is not good. */
  async verify(token: string): Promise<TokenSubject | undefined> {
    try {
      const { payload } = await jwtVerify(token, this.#secret, {
        algorithms: [algorithm],
        issuer,
        audience: issuer,
        requiredClaims: ['sub', 'person', 'generation', 'iat', 'exp'],
        currentDate: new Date(this.#clock.now()),
      });
      const subject = {
        accountId: Number(payload.sub),
        personId: Number(payload.person),
        generation: Number(payload.generation),
      };
      return Object.values(subject).every(Number.isSafeInteger) ? subject : undefined;
    } catch (error) {
      if (error instanceof JOSEError) return undefined;
      throw error;
    }
  }
}

/** Tells whether a credential has the form of a token: three parts in base64url with dots between them. */
export function looksLikeToken(credential: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(credential);
}

/** Authenticates tokens for as long as the person is a member and has not voided them. */
export function tokenAuthentication(
  tokens: Tokens,
  credentials: Pick<CredentialStore, 'tokenHolder'>,
): Authenticate {
  return async (credential) => {
    const verified = await tokens.verify(credential);
    if (verified === undefined) return undefined;
    const holder = await credentials.tokenHolder(verified.accountId, verified.personId);
    return holder?.tokenGeneration === verified.generation ? memberCaller(holder, null) : undefined;
  };
}
