import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import type { Ending } from '../temporary-directory.ts';

type Answer = (
  request: IncomingMessage,
  response: ServerResponse,
  body: URLSearchParams,
) => void | Promise<void>;

/** What an authorization was asked with, to be repeated in an answer, or not. */
export interface Asked {
  readonly state: string;
  readonly nonce: string;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly url: URL;
}

/** A provider of OpenID Connect that lies in whichever member a test has it lie in. */
export class ScriptedProvider {
  readonly clientId = 'sonde';
  readonly secret = 'a secret of the client';
  issuer = '';
  /** The claims of the next ID token, beyond those that are right. */
  claims: Record<string, unknown> = {};
  /** Makes a token of claims: by the provider's own key unless a test has another way. */
  sign: (payload: JWTPayload) => Promise<string> = (payload) => this.signed(payload);
  /** Over the description of the provider. */
  metadata: Record<string, unknown> = {};
  userInfo: Record<string, unknown> = {};
  /** In place of what a path answers. */
  readonly answers = new Map<string, Answer>();
  readonly asked: string[] = [];
  /** Forms that the token endpoint was sent. */
  readonly forms: URLSearchParams[] = [];
  #key!: Awaited<ReturnType<typeof generateKeyPair>>;
  #kid = 'first';
  #nonce = '';
  #now: () => number = Date.now;

  static async start(t: Ending, now: () => number = Date.now): Promise<ScriptedProvider> {
    const provider = new ScriptedProvider();
    provider.#now = now;
    await provider.rotate('first');
    const server = createServer((request, response) => void provider.#serve(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.teardown(() => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    });
    provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return provider;
  }

  /** Another key from now on; the one of before is gone. */
  async rotate(kid: string): Promise<void> {
    this.#key = await generateKeyPair('RS256', { extractable: true });
    this.#kid = kid;
  }

  async publicJwk() {
    return { ...(await exportJWK(this.#key.publicKey)), kid: this.#kid, alg: 'RS256', use: 'sig' };
  }

  signed(payload: JWTPayload, typ = 'JWT'): Promise<string> {
    return new SignJWT(payload)
      .setProtectedHeader({ alg: 'RS256', kid: this.#kid, typ })
      .sign(this.#key.privateKey);
  }

  /** Reads the address that a browser was sent to, as the provider does. */
  read(url: string): Asked {
    const address = new URL(url);
    const get = (name: string) => address.searchParams.get(name) ?? '';
    this.#nonce = get('nonce');
    return {
      state: get('state'),
      nonce: get('nonce'),
      redirectUri: get('redirect_uri'),
      challenge: get('code_challenge'),
      url: address,
    };
  }

  /** The query that a browser comes back with. */
  answer({ state }: Pick<Asked, 'state'>, more: Record<string, string> = {}): string {
    return `?${new URLSearchParams({ code: 'c0de', state, iss: this.issuer, ...more })}`;
  }

  seconds(ahead = 0): number {
    return Math.floor(this.#now() / 1_000) + ahead;
  }

  idToken(): Promise<string> {
    return this.sign({
      iss: this.issuer,
      aud: this.clientId,
      sub: 'ada',
      nonce: this.#nonce,
      iat: this.seconds(),
      exp: this.seconds(300),
      email: 'ada@acme.example',
      email_verified: true,
      ...this.claims,
    });
  }

  /** OpenID Connect Back-Channel Logout 1.0. */
  logoutToken(claims: Record<string, unknown> = {}): Promise<string> {
    return this.signed(
      {
        iss: this.issuer,
        aud: this.clientId,
        iat: this.seconds(),
        exp: this.seconds(120),
        jti: crypto.randomUUID(),
        sub: 'ada',
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
        ...claims,
      },
      'logout+jwt',
    );
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.issuer);
    this.asked.push(pathname);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = new URLSearchParams(Buffer.concat(chunks).toString());
    const answer = this.answers.get(pathname);
    if (answer !== undefined) return answer(request, response, body);
    switch (pathname) {
      case '/.well-known/openid-configuration':
        return json(response, {
          issuer: this.issuer,
          authorization_endpoint: `${this.issuer}/authorize`,
          token_endpoint: `${this.issuer}/token`,
          userinfo_endpoint: `${this.issuer}/userinfo`,
          jwks_uri: `${this.issuer}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          authorization_response_iss_parameter_supported: true,
          backchannel_logout_supported: true,
          ...this.metadata,
        });
      case '/keys':
        return json(response, { keys: [await this.publicJwk()] });
      case '/userinfo':
        return json(response, { sub: 'ada', ...this.userInfo });
      case '/token':
        this.forms.push(body);
        return json(response, {
          access_token: 'access',
          token_type: 'Bearer',
          expires_in: 60,
          id_token: await this.idToken(),
        });
      default:
        response.writeHead(404).end();
    }
  }
}

export function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
