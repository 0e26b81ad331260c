import { FetchError } from '../../ports/fetch.ts';
import type { Scanner, ScanPorts } from '../../ports/scanner.ts';
import { PartBuilder } from '../part-builder.ts';
import { readLogged } from './read-logged.ts';
import type { LoggedCertificate, TransparencyResult } from './transparency-result.ts';

const rule = 'RFC 6962 section 1';
const mostOctets = 16 * 1_024 * 1_024;
const milliseconds = 15_000;
const mostCertificates = 100;
const mostNames = 200;
const newDays = 7;
const day = 86_400_000;

/**
 * Creates the scanner of certificates that logs have for a domain and all below it, by a search that the operator
 * names: the issuers of the domain are told here by others than its own servers. `search`: a URL with `{domain}` in it.
 */
export function createTransparencyScanner(search: string): Scanner<TransparencyResult | null> {
  return {
    id: 'cert-transparency',
    async scan(domain, ports) {
      const part = new PartBuilder('cert-transparency');
      const url = search.replaceAll('{domain}', encodeURIComponent(domain));
      const text = await textAt(url, ports);
      if (typeof text !== 'string') {
        part.unknown('search_unanswered', `What logs have for ${domain} could not be asked for.`, rule);
        part.error(text.code, text.message);
        return part.done(null);
      }
      try {
        return tellCertificates(domain, new URL(url).host, readLogged(text), part, ports.clock.now());
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        part.unknown('search_unanswered', `What logs have for ${domain} could not be read.`, rule);
        part.error('malformed', error.message);
        return part.done(null);
      }
    },
  };
}

/** Reports on the certificates that are known for a domain. `source`: the name of the source that knows them. */
export function tellCertificates(
  domain: string,
  source: string,
  all: readonly LoggedCertificate[],
  part: PartBuilder,
  now: number,
) {
  const current = all
    .filter(({ notBefore, notAfter }) => Date.parse(notBefore) <= now && Date.parse(notAfter) > now)
    .toSorted((one, other) => (one.notBefore < other.notBefore ? 1 : -1));
  const issuers = [...Map.groupBy(current, ({ issuer }) => issuer)]
    .map(([issuer, own]) => ({ issuer, certificates: own.length }))
    .toSorted((one, other) => other.certificates - one.certificates);
  const details =
    current.length === 0
      ? `No certificate that is in force is known for ${domain}.`
      : `${counted(current.length, 'certificate')} in force by ${counted(issuers.length, 'issuer')}.`;
  part.info('logged_certificates', details, rule);
  const recent = current.filter(({ notBefore }) => now - Date.parse(notBefore) < newDays * day);
  if (recent.length > 0) {
    part.info(
      'new_certificates',
      `${counted(recent.length, 'certificate')} began within ${newDays} days.`,
      rule,
      {
        advice: 'See that you asked for each of them.',
        evidence: recent
          .slice(0, 5)
          .map(({ issuer, serialNumber }) => `${serialNumber} by ${issuer}`)
          .join('; '),
      },
    );
  }
  return part.done({
    details,
    source,
    current: current.length,
    total: all.length,
    certificates: current.slice(0, mostCertificates),
    issuers: issuers.slice(0, mostCertificates),
    names: [...new Set(current.flatMap(({ names }) => names))].toSorted().slice(0, mostNames),
  });
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

async function textAt(
  url: string,
  ports: Pick<ScanPorts, 'fetch' | 'signal'>,
): Promise<string | { readonly code: string; readonly message: string }> {
  const signal = AbortSignal.any([ports.signal, AbortSignal.timeout(milliseconds)]);
  try {
    const headers = { accept: 'application/json' };
    const response = await ports.fetch(url, { headers, maxBytes: mostOctets, signal });
    const parts: Uint8Array[] = [];
    for await (const one of response.body) parts.push(one);
    if (response.status === 200) return Buffer.concat(parts).toString('utf8');
    const code = response.status === 429 || response.status === 503 ? 'limited' : 'bad_status';
    return { code, message: `The search answers with status ${response.status}.` };
  } catch (error) {
    if (error instanceof FetchError) return { code: error.failure, message: error.message.slice(0, 300) };
    if (signal.aborted) return { code: 'timeout', message: 'The search did not answer in time.' };
    throw error;
  }
}
