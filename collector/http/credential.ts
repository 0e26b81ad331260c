import type { IncomingHttpHeaders } from 'node:http';
import { InvalidCredential } from '@sonde/shared/errors.ts';

/** Longest credential that is looked at: JWTs are the long ones. */
const maxCredentialLength = 4_096;

/**
 * Reads the API key or token of a request, from `Authorization: Bearer`, `X-API-Key`, or the password of HTTP Basic, which is
 * all that many programs know that fetch lists or TAXII collections. Undefined if it has none; two that differ are refused,
 * since either choice would surprise someone.
 */
export function requestCredential(headers: IncomingHttpHeaders): string | undefined {
  const bearer = authorizationCredential(headers.authorization);
  const key = headers['x-api-key'];
  if (key === undefined) return bearer;
  if (typeof key !== 'string' || !isCredential(key))
    throw new InvalidCredential('The header X-API-Key does not contain a key.');
  if (bearer !== undefined && bearer !== key) {
    throw new InvalidCredential(
      'The headers Authorization and X-API-Key contain different credentials: send only one of them.',
    );
  }
  return key;
}

function authorizationCredential(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const credential = header.startsWith('Basic ')
    ? basicPassword(header.slice('Basic '.length))
    : header.startsWith('Bearer ')
      ? header.slice('Bearer '.length).trim()
      : /^bearer +(.*)$/i.exec(header)?.[1]?.trim();
  if (credential === undefined || !isCredential(credential)) {
    throw new InvalidCredential('The header Authorization must contain "Bearer" and a key or token.');
  }
  return credential;
}

/** The user is anybody: the key tells who it is (RFC 7617). */
function basicPassword(encoded: string): string | undefined {
  const text = Buffer.from(encoded.trim().slice(0, 2 * maxCredentialLength), 'base64').toString('latin1');
  const colon = text.indexOf(':');
  return colon === -1 ? undefined : text.slice(colon + 1);
}

function isCredential(text: string): boolean {
  return text.length > 0 && text.length <= maxCredentialLength && /^[\x21-\x7e]+$/.test(text);
}
