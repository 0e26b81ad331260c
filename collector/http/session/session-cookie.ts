import type { IncomingHttpHeaders } from 'node:http';
import { InvalidCredential } from '@sonde/shared/errors.ts';

/** Digits of the installation's id in the name: two of them on one host are told apart, and no more is needed. */
const idDigits = 12;

/**
 * The cookies of an installation have names of their own: cookies tell hosts apart and ports not (RFC 6265 section
 * 8.5).
 */
export interface CookieNames {
  /** Browsers take it from TLS alone, and from no other host (RFC 6265bis section 4.1.3.2). */
  readonly secure: string;
  readonly plain: string;
}

export function cookieNames(installationId: string): CookieNames {
  const id = installationId.replaceAll('-', '').slice(0, idDigits);
  return { secure: `__Host-sonde-${id}`, plain: `sonde-${id}` };
}

/**
 * Reads the token that a browser sends; undefined if it sends none. Over TLS the plain cookie does not count: whoever
 * sits on the line may have set it over plain HTTP. Two that differ are refused, since one of them is somebody else's
 * work.
 */
export function readSessionCookie(
  headers: IncomingHttpHeaders,
  names: CookieNames,
  secure: boolean,
): string | undefined {
  const { cookie } = headers;
  if (cookie === undefined) return undefined;
  return cookieValue(cookie, names.secure) ?? (secure ? undefined : cookieValue(cookie, names.plain));
}

/** Writes the header Set-Cookie for a token; without one, it makes a browser forget the token. */
export function writeSessionCookie(
  token: string | undefined,
  names: CookieNames,
  { secure, maxAge }: { readonly secure: boolean; readonly maxAge: number },
): string {
  const age = token === undefined ? 0 : maxAge;
  const name = secure ? names.secure : names.plain;
  return `${name}=${token ?? ''}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
}

function cookieValue(cookies: string, name: string): string | undefined {
  let found: string | undefined;
  for (const pair of cookies.split(';')) {
    const equals = pair.indexOf('=');
    if (equals < 0 || pair.slice(0, equals).trim() !== name) continue;
    const value = pair.slice(equals + 1).trim();
    if (found !== undefined && found !== value) {
      throw new InvalidCredential('The request has two different session cookies.');
    }
    found = value;
  }
  return found === '' ? undefined : found;
}
