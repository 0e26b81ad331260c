import { UpstreamFailed, WrongCredentials } from '@sonde/shared/errors.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import { JOSEError, JWKSTimeout } from 'jose/errors';
import { createRemoteJWKSet, customFetch } from 'jose/jwks/remote';
import { jwtVerify } from 'jose/jwt/verify';
import type { CustomFetch, ServerMetadata } from 'openid-client';
import type { LogoutToken } from '../ports/system/open-id.ts';
import { clockTolerance, signatureAlgorithms } from './open-id-bounds.ts';

/** OpenID Connect Back-Channel Logout 1.0, section 2.4. */
const event = 'http://schemas.openid.net/event/backchannel-logout';
/** Seconds that a token may be old: those who make them say two minutes. */
const longestAge = 300;
/** Milliseconds: unknown keys are asked for that seldom, since strangers may name any. */
const cooldown = 30_000;
const mostKept = 1_000;

type KeySet = ReturnType<typeof createRemoteJWKSet>;

/**
 * `LogoutTokens` verifies tokens by which a provider says that somebody signed out there. Strangers may send anything here.
 */
export class LogoutTokens {
  readonly #fetch: CustomFetch;
  readonly #clock: Clock;
  readonly #keys = new Map<string, KeySet>();

  constructor({ fetch, clock }: { fetch: CustomFetch; clock: Clock }) {
    this.#fetch = fetch;
    this.#clock = clock;
  }

  async verify(server: ServerMetadata, clientId: string, token: string): Promise<LogoutToken> {
    if (server.jwks_uri === undefined) throw new UpstreamFailed('The provider has no keys.');
    try {
      const { payload, protectedHeader } = await jwtVerify(token, this.#keysAt(server.jwks_uri), {
        algorithms: signatureAlgorithms,
        issuer: server.issuer,
        audience: clientId,
        clockTolerance,
        currentDate: new Date(this.#clock.now()),
        maxTokenAge: longestAge,
        requiredClaims: ['iss', 'aud', 'iat', 'exp', 'jti', 'events'],
      });
      const { typ } = protectedHeader;
      if (typ !== undefined && !/^(?:application\/)?(?:logout\+jwt|jwt)$/i.test(typ)) throw refused('typ');
      const { events, nonce, sub, sid, jti, exp } = payload;
      if (nonce !== undefined) throw refused('nonce');
      if (typeof events !== 'object' || events === null || !Object.hasOwn(events, event))
        throw refused('events');
      const [subject, session] = [word(sub), word(sid)];
      if (subject === null && session === null) throw refused('sub');
      if (typeof jti !== 'string' || jti.length > 500) throw refused('jti');
      return { id: jti, subject, sid: session, expiresAt: (exp! + clockTolerance) * 1_000 };
    } catch (error) {
      if (error instanceof JWKSTimeout) throw new UpstreamFailed('The provider took too long.', 'timeout');
      if (error instanceof JOSEError) throw new WrongCredentials('The logout token is not good.');
      throw error;
    }
  }

  #keysAt(url: string): KeySet {
    const known = this.#keys.get(url);
    if (known !== undefined) return known;
    if (this.#keys.size >= mostKept) this.#keys.clear();
    const keys = createRemoteJWKSet(new URL(url), {
      cooldownDuration: cooldown,
      [customFetch]: (address, { method, headers, signal }) =>
        this.#fetch(address, {
          method,
          headers: Object.fromEntries(headers),
          body: null,
          redirect: 'manual',
          signal,
        }),
    });
    this.#keys.set(url, keys);
    return keys;
  }
}

function refused(member: string): WrongCredentials {
  return new WrongCredentials(`The logout token is not good: ${member}.`);
}

function word(value: unknown): string | null {
  return typeof value === 'string' && value.length > 0 && value.length <= 1_000 ? value : null;
}
