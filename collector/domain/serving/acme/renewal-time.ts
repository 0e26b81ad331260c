import { X509Certificate } from 'node:crypto';
import { parseCertificate } from '@sonde/scanner/protocols/tls/x509/parse-certificate.ts';
import { renewalSchema } from './acme-messages.ts';
import { type AcmeSession, read } from './acme-session.ts';

const dayMilliseconds = 86_400_000;
/** Certificates for so few days leave less time for mending what keeps them from being renewed. */
const shortDays = 10;
/** Milliseconds between two questions for renewal information: what the authority says is kept within these. */
const leastPause = 3_600_000;
const longestPause = dayMilliseconds;
const usualPause = 6 * 3_600_000;

/** Tells when a certificate is renewed if its authority says nothing: after two thirds of its time, after half of a short one. */
export function usualRenewal(chain: string): number {
  const { validFromDate, validToDate } = new X509Certificate(chain);
  const [from, until] = [validFromDate.getTime(), validToDate.getTime()];
  const whole = until - from;
  return until - (whole < shortDays * dayMilliseconds ? whole / 2 : whole / 3);
}

/** Writes what renewal information calls a certificate (RFC 9773 section 4.1); undefined if it names no key of its issuer. */
export function renewalName(chain: string): string | undefined {
  const { serialNumber, extensions } = parseCertificate(new X509Certificate(chain).raw);
  const id = extensions.authorityKeyIdentifier?.value?.keyIdentifier;
  if (id === undefined) return undefined;
  return [id, serialNumber].map((bytes) => Buffer.from(bytes).toString('base64url')).join('.');
}

export interface Renewal {
  /** Milliseconds since 1970: when to ask for a new certificate, and when to look at this again. */
  readonly at: number;
  readonly lookAgainAt: number;
}

/** Asks the authority when it would like to renew; undefined if it does not say (RFC 9773). */
export async function askedRenewal(
  session: AcmeSession,
  chain: string,
  { now, random }: { now: number /** From 0 to 1. */; random: number },
): Promise<Renewal | undefined> {
  const { renewalInfo } = await session.directory();
  const name = renewalName(chain);
  if (renewalInfo === undefined || name === undefined) return undefined;
  const { text, retryAt } = await session.get(`${renewalInfo.replace(/\/$/, '')}/${name}`);
  const { suggestedWindow } = read(renewalSchema, text, 'renewal information');
  const [start, end] = [Date.parse(suggestedWindow.start), Date.parse(suggestedWindow.end)];
  const pause = retryAt === undefined ? usualPause : retryAt - now;
  return {
    // A window that ends before it begins is the authority's mistake, and asks for now.
    at: start + Math.max(0, end - start) * random,
    lookAgainAt: now + Math.min(longestPause, Math.max(leastPause, pause)),
  };
}
