import { createPrivateKey } from 'node:crypto';
import type { Fetch } from '@sonde/scanner/ports/fetch.ts';
import { FetchError } from '@sonde/scanner/ports/fetch.ts';
import { UpstreamFailed, WrongCredentials } from '@sonde/shared/errors.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import { importPKCS8 } from 'jose/key/import';
import * as oidc from 'openid-client';
import type {
  LogoutToken,
  OpenIdClient,
  OpenIdProvider,
  SignInRequest,
  VerifiedSignIn,
} from '../ports/system/open-id.ts';
import { clockTolerance, signatureAlgorithms } from './open-id-bounds.ts';
import { openIdFetch } from './open-id-fetch.ts';
import { LogoutTokens } from './open-id-logout.ts';

/** Seconds that one answer of a provider may take. */
const answerSeconds = 10;
/** Milliseconds that a provider's description is believed, and that one that failed is not asked for again. */
const kept = { good: 600_000, failed: 10_000 };
/** Providers whose descriptions are remembered. */
const mostKept = 1_000;
/** Asks providers by openid-client, over the guarded fetch alone. */
export function createOpenIdClient({ fetch, clock }: { fetch: Fetch; clock: Clock }): OpenIdClient {
  const described = new Map<string, { until: number; server: Promise<oidc.ServerMetadata> }>();
  const customFetch = openIdFetch(fetch);

  const describe = (provider: OpenIdProvider): Promise<oidc.ServerMetadata> => {
    const known = described.get(provider.issuer);
    if (known !== undefined && known.until > clock.now()) return known.server;
    const server = oidc
      .discovery(new URL(provider.issuer), provider.client_id, undefined, oidc.None(), {
        [oidc.customFetch]: customFetch,
        timeout: answerSeconds,
        execute: insecureWhere(provider),
      })
      .then((found) => found.serverMetadata())
      .catch((error: unknown) => {
        if (!(error instanceof oidc.ClientError) || fetchFailure(error) !== undefined) throw error;
        throw new UpstreamFailed(`The issuer does not describe itself as a provider: ${reasonOf(error)}.`);
      });
    if (described.size >= mostKept) described.clear();
    const entry = { until: clock.now() + kept.good, server };
    described.set(provider.issuer, entry);
    server.catch(() => {
      entry.until = clock.now() + kept.failed;
    });
    return server;
  };

  // Made anew each time: with it the provider's keys are fetched anew, so that one that was changed a moment ago is known.
  const configure = async (provider: OpenIdProvider): Promise<oidc.Configuration> => {
    const server = await describe(provider);
    const client = {
      [oidc.clockTolerance]: clockTolerance,
      [oidc.clockSkew]: Math.round((clock.now() - Date.now()) / 1_000),
      id_token_signed_response_alg: undefined,
    };
    const signed = (server.id_token_signing_alg_values_supported ?? ['RS256']).filter((algorithm) =>
      signatureAlgorithms.includes(algorithm),
    );
    const described = { ...server, id_token_signing_alg_values_supported: signed };
    const configuration = new oidc.Configuration(
      described,
      provider.client_id,
      client,
      await authentication(provider),
    );
    configuration[oidc.customFetch] = customFetch;
    configuration.timeout = answerSeconds;
    for (const extend of insecureWhere(provider)) extend(configuration);
    // The library believes what comes over TLS; here the signature is checked as well.
    oidc.enableNonRepudiationChecks(configuration);
    return configuration;
  };

  const logoutTokens = new LogoutTokens({ fetch: customFetch, clock });
  return {
    discover: (provider) =>
      understood(async () => {
        const server = await describe(provider);
        return { signsOut: server.backchannel_logout_supported === true };
      }),
    signInUrl: (provider, request) =>
      understood(async () => {
        const configuration = await configure(provider);
        const url = oidc.buildAuthorizationUrl(configuration, {
          redirect_uri: request.redirectUri,
          scope: [...new Set(['openid', ...provider.scopes])].join(' '),
          state: request.state,
          nonce: request.nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(request.codeVerifier),
          code_challenge_method: 'S256',
          ...(request.reauthenticate ? { prompt: 'login', max_age: '0' } : {}),
        });
        return url.href;
      }),
    verify: (provider, request, answer, wanted) =>
      understood(async () => verify(await configure(provider), request, answer, wanted, clock)),
    verifyLogout: (provider, token): Promise<LogoutToken> =>
      understood(async () => logoutTokens.verify(await describe(provider), provider.client_id, token)),
  };
}

async function verify(
  configuration: oidc.Configuration,
  { redirectUri, state, nonce, codeVerifier }: SignInRequest,
  answer: string,
  wanted: readonly string[],
  clock: Clock,
): Promise<VerifiedSignIn> {
  const url = new URL(redirectUri);
  url.search = answer;
  const tokens = await oidc.authorizationCodeGrant(configuration, url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  });
  const said = tokens.claims()!;
  if (said.iat > clock.now() / 1_000 + clockTolerance) {
    throw new WrongCredentials('The answer of the provider is not good: its ID token is of the future.');
  }
  const isWhole = wanted.every((name) => Object.hasOwn(said, name.split('.')[0]!));
  const asksMore = !isWhole && configuration.serverMetadata().userinfo_endpoint !== undefined;
  // Of another subject it is refused by the library.
  const more = asksMore ? await oidc.fetchUserInfo(configuration, tokens.access_token, said.sub) : {};
  const claims: Record<string, unknown> = { ...more, ...said };
  // Address and mark go together: neither makes the other's of another source good.
  const { email, email_verified: isVerified } = typeof said.email === 'string' ? said : (more as typeof said);
  return {
    issuer: said.iss,
    subject: said.sub,
    sid: typeof said.sid === 'string' && said.sid.length <= 1_000 ? said.sid : null,
    email: typeof email === 'string' && isVerified === true && isAddress(email) ? email.toLowerCase() : null,
    authenticatedAt: typeof said.auth_time === 'number' ? said.auth_time * 1_000 : null,
    claims,
  };
}

function isAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(text);
}

/** Plain HTTP for providers on this machine alone, which the schema of issuers sees to. */
function insecureWhere({ issuer }: OpenIdProvider): ((configuration: oidc.Configuration) => void)[] {
  return issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
}

async function authentication({ client_authentication: by, secret, key_id: kid }: OpenIdProvider) {
  if (by === 'none') return oidc.None();
  if (secret === null) throw new UpstreamFailed('The provider has no secret here: set it again.');
  if (by === 'client_secret_basic') return oidc.ClientSecretBasic(secret);
  if (by === 'client_secret_post') return oidc.ClientSecretPost(secret);
  const key = await importPKCS8(secret, keyAlgorithm(secret));
  return oidc.PrivateKeyJwt(kid === null ? key : { key, kid });
}

/** Names the algorithm that a private key in PEM signs with. Throws if providers know none for it. */
export function keyAlgorithm(pem: string): string {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = createPrivateKey(pem);
  if (type === 'rsa') return 'RS256';
  if (type === 'ed25519') return 'EdDSA';
  const curves: Readonly<Record<string, string>> = {
    prime256v1: 'ES256',
    secp384r1: 'ES384',
    secp521r1: 'ES512',
  };
  const algorithm = type === 'ec' ? curves[details?.namedCurve ?? ''] : undefined;
  if (algorithm === undefined) throw new Error('a key of this kind signs nothing that providers know');
  return algorithm;
}

/** Tells what a provider fails at from what is wrong with a sign-in; says no more than a person needs. */
async function understood<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UpstreamFailed || error instanceof WrongCredentials) throw error;
    const failure = fetchFailure(error);
    if (failure !== undefined) {
      throw new UpstreamFailed(
        `The provider can not be asked: ${failure.message}`,
        failure.failure === 'timeout' ? 'timeout' : 'upstream_failed',
      );
    }
    if (error instanceof oidc.AuthorizationResponseError) {
      throw new WrongCredentials(`The provider does not sign in: ${printable(error.error)}.`);
    }
    if (error instanceof oidc.ResponseBodyError) {
      if (error.status >= 500 || error.error === 'invalid_client') {
        throw new UpstreamFailed(`The provider refuses this collector: ${printable(error.error)}.`);
      }
      throw new WrongCredentials(`The provider refuses the sign-in: ${printable(error.error)}.`);
    }
    if (error instanceof oidc.ClientError || error instanceof oidc.WWWAuthenticateChallengeError) {
      throw new WrongCredentials(`The answer of the provider is not good: ${reasonOf(error)}.`);
    }
    if (error instanceof DOMException) throw new UpstreamFailed('The provider took too long.', 'timeout');
    throw error;
  }
}

function reasonOf(error: Error): string {
  return printable(error.cause instanceof Error ? error.cause.message : error.message);
}

function fetchFailure(error: unknown): FetchError | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (at instanceof FetchError) return at;
  }
  return undefined;
}

function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 200);
}
