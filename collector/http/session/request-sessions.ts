import type { IncomingMessage } from 'node:http';
import { CrossSiteRequest } from '@sonde/shared/errors.ts';
import type { Caller } from '../../domain/people/access/caller.ts';
import type { AuthenticateSession } from '../../domain/people/sessions/session-authentication.ts';
import { longestSessionSeconds } from '../../domain/people/sessions/session-bounds.ts';
import type { TrustedProxies } from '../client-address.ts';
import { requestOrigin } from './request-origin.ts';
import { sendingPage } from './sending-page.ts';
import { type CookieNames, cookieNames, readSessionCookie, writeSessionCookie } from './session-cookie.ts';

/** A request with a cookie may `read` what any page may ask for without seeing the answer, or `change` things. */
export type SessionUse = 'read' | 'change';

/** Request sessions find out who has a session, and write the cookie that it is kept in. */
export class RequestSessions {
  readonly #authenticate: AuthenticateSession;
  readonly #trusted: TrustedProxies;
  readonly #names: CookieNames;

  constructor(parts: {
    readonly authenticate: AuthenticateSession;
    readonly installationId: string;
    readonly trustedProxies: TrustedProxies;
  }) {
    this.#authenticate = parts.authenticate;
    this.#trusted = parts.trustedProxies;
    this.#names = cookieNames(parts.installationId);
  }

  /**
   * The token in a request's cookie, if it may be used; undefined if there is none. A page of another origin, on
   * another port of this host for one, can have a browser send the cookie along: what it asks to be changed is refused,
   * and what it asks to read is answered as to anybody.
   */
  tokenOf(request: IncomingMessage, use: SessionUse): string | undefined {
    if (request.headers.cookie === undefined) return undefined;
    const own = requestOrigin(request, this.#trusted);
    const token = readSessionCookie(request.headers, this.#names, own.secure);
    if (token === undefined) return undefined;
    const page = sendingPage(request.headers, own);
    if (use === 'read') return page === 'other' ? undefined : token;
    if (page === 'own') return token;
    throw new CrossSiteRequest(
      'A change with the cookie of a session has to come from a page of this collector: ' +
        'neither Sec-Fetch-Site nor Origin says that it does.',
    );
  }

  /** Finds the caller whose session a token is of; undefined if it is over. */
  authenticate(token: string): Promise<Caller | undefined> {
    return this.#authenticate(token);
  }

  /** Throws if a page of another origin sends the request. Programs, which say nothing, may. */
  checkOrigin(request: IncomingMessage): void {
    if (sendingPage(request.headers, requestOrigin(request, this.#trusted)) !== 'other') return;
    throw new CrossSiteRequest('Pages of other origins may not do this.');
  }

  /** The header Set-Cookie that begins a session in a browser, or ends it if there is no token. */
  setCookie(request: IncomingMessage, token: string | undefined): string {
    const { secure, host } = requestOrigin(request, this.#trusted);
    // Where a proxy that nobody told us of speaks TLS, the page that signs in says so.
    const overTls = secure || (host !== undefined && request.headers.origin === `https://${host}`);
    return writeSessionCookie(token, this.#names, { secure: overTls, maxAge: longestSessionSeconds });
  }
}
