import type { IncomingHttpHeaders } from 'node:http';
import type { RequestOrigin } from './request-origin.ts';

/**
 * A request is sent by a page of our own, by one of another origin, or by none, as if an address was typed. `unknown`
 * if nothing in it says so, as from programs.
 */
export type SendingPage = 'own' | 'other' | 'none' | 'unknown';

/**
 * Finds out which page sends a request. Browsers say so with `Sec-Fetch-Site` (W3C Fetch Metadata) if they speak TLS or
 * to their own machine. Elsewhere `Origin` (RFC 6454) has to be ours. No page can set either of them itself.
 */
export function sendingPage(headers: IncomingHttpHeaders, own: RequestOrigin): SendingPage {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' ? 'own' : site === 'none' ? 'none' : 'other';
  const { origin } = headers;
  if (origin === undefined) return 'unknown';
  return isOwn(origin, own) ? 'own' : 'other';
}

/**
 * Finds the origin that a page of ours was opened at; null if the request does not tell. The page's own word goes
 * first: it knows of a proxy that speaks TLS and that nobody told us of.
 */
export function siteOf({ origin }: IncomingHttpHeaders, own: RequestOrigin): string | null {
  if (origin !== undefined && isOwn(origin, own)) return origin;
  if (own.host === undefined) return null;
  return URL.parse(`${own.secure ? 'https' : 'http'}://${own.host}`)?.origin ?? null;
}

/** A proxy that nobody told us of may speak TLS for us: then the page's host is ours and its scheme is not. */
function isOwn(origin: string, { secure, host }: RequestOrigin): boolean {
  if (host === undefined) return false;
  const schemes = secure ? ['https'] : ['http', 'https'];
  return schemes.some((scheme) => URL.parse(`${scheme}://${host}`)?.origin === origin);
}
