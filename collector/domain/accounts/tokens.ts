// By their own paths: the package as a whole is forty modules, most of them for other keys than ours.
import { JOSEError } from 'jose/errors';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import type { CredentialStore } from '../../ports/accounts/credentials.ts';
import type { Clock } from '../../ports/system/clock.ts';
import type { Random } from '../../ports/system/random.ts';
import type { Authenticate } from '../access/authenticate.ts';

/** Seconds that a token is good for. There is no refresh: after it, one logs in again. */
export const tokenSeconds = 12 * 3_600;
const issuer = 'sonde';
const algorithm = 'HS256';

/** Issues and checks the tokens of logins: JWTs (RFC 7519) under a secret that all collectors share. */
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

  issue(accountId: number): Promise<string> {
    const now = Math.floor(this.#clock.now() / 1_000);
    return new SignJWT({})
      .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(issuer)
      .setSubject(String(accountId))
      .setJti(this.#random.uuid())
      .setIssuedAt(now)
      .setExpirationTime(now + tokenSeconds)
      .sign(this.#secret);
  }

  /** The account that a token was issued to and when, in milliseconds; undefined where it is not good. */
  async verify(token: string): Promise<{ accountId: number; issuedAt: number } | undefined> {
    try {
      const { payload } = await jwtVerify(token, this.#secret, {
        algorithms: [algorithm],
        issuer,
        audience: issuer,
        requiredClaims: ['sub', 'iat', 'exp'],
        currentDate: new Date(this.#clock.now()),
      });
      return { accountId: Number(payload.sub), issuedAt: Number(payload.iat) * 1_000 };
    } catch (error) {
      if (error instanceof JOSEError) return undefined;
      throw error;
    }
  }
}

/** Whether a credential has the form of a token: three parts in base64url with dots between them. */
export function looksLikeToken(credential: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(credential);
}

/** Authenticates tokens for as long as the account has not voided them. */
export function tokenAuthentication(
  tokens: Tokens,
  credentials: Pick<CredentialStore, 'tokenHolder'>,
): Authenticate {
  return async (credential) => {
    const verified = await tokens.verify(credential);
    if (verified === undefined) return undefined;
    const holder = await credentials.tokenHolder(verified.accountId);
    if (holder === undefined) return undefined;
    // Tokens carry whole seconds, so one of the same second as the voiding is void with it.
    if (holder.validAfter !== null && verified.issuedAt <= holder.validAfter.getTime()) return undefined;
    const { account } = holder;
    return {
      kind: 'account',
      accountId: account.id,
      tier: account.tier,
      administrator: account.administrator,
      keyId: null,
    };
  };
}
