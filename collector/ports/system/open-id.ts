import type { SsoSettings } from '@sonde/shared/schemas/people/sso.ts';

/** An OpenID provider is a provider as it is asked. */
export interface OpenIdProvider
  extends Pick<SsoSettings, 'issuer' | 'client_id' | 'client_authentication' | 'key_id' | 'scopes'> {
  readonly secret: string | null;
}

/** A sign-in request states what is asked of a provider, and what its answer has to repeat. */
export interface SignInRequest {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  /** RFC 7636. */
  readonly codeVerifier: string;
  /** Whether the person has to prove again who he is, signed in there or not. */
  readonly reauthenticate: boolean;
}

/** A verified sign-in states what a provider says of somebody. */
export interface VerifiedSignIn {
  readonly issuer: string;
  readonly subject: string;
  /** The provider's own session. */
  readonly sid: string | null;
  /** Only if the provider says that it verified the address. */
  readonly email: string | null;
  /** Milliseconds since 1970 when he proved there who he is; null if the provider does not say. */
  readonly authenticatedAt: number | null;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** A logout token follows OpenID Connect Back-Channel Logout 1.0, verified. */
export interface LogoutToken {
  readonly id: string;
  readonly subject: string | null;
  readonly sid: string | null;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/**
 * An OpenID client asks providers of OpenID Connect. Throws UpstreamFailed if a provider is away or says nothing that
 * can be used, and WrongCredentials if its word about somebody is not good.
 */
export interface OpenIdClient {
  /** Reads the provider's own description. */
  discover(provider: OpenIdProvider): Promise<{ readonly signsOut: boolean }>;
  /** Makes the URL that a browser has to go to. */
  signInUrl(provider: OpenIdProvider, request: SignInRequest): Promise<string>;
  /** Exchanges what the browser brought back. `wanted`: claims that are looked for in the user info too. */
  verify(
    provider: OpenIdProvider,
    request: SignInRequest,
    answer: string,
    wanted: readonly string[],
  ): Promise<VerifiedSignIn>;
  verifyLogout(provider: OpenIdProvider, token: string): Promise<LogoutToken>;
}
