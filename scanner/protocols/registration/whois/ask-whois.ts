import { ProbeError } from '../../../ports/tls-session.ts';
import type { WhoisExchange } from '../../../ports/whois-exchange.ts';
import { readWhois, type WhoisReading } from './read-whois.ts';

/** Servers that take more than a name as the question, or find name servers beside domains without it. */
const questions: Readonly<Record<string, (domain: string) => string>> = {
  'whois.verisign-grs.com': (domain) => `domain ${domain}`,
  'whois.denic.de': (domain) => `-T dn,ace ${domain}`,
  'whois.jprs.jp': (domain) => `${domain}/e`,
  'whois.dk-hostmaster.dk': (domain) => `--show-handles ${domain}`,
};

export type WhoisFailure = { readonly code: string; readonly message: string };

/** Asks a registry's server for a domain. Never rejects. */
export async function askWhois(
  server: string,
  domain: string,
  whois: WhoisExchange,
  signal: AbortSignal,
): Promise<Extract<WhoisReading, { facts: unknown } | { absent: true }> | WhoisFailure> {
  const text = await whoisText(server, questions[server]?.(domain) ?? domain, whois, signal);
  if (typeof text !== 'string') return text;
  const reading = readWhois(text, domain);
  return 'code' in reading ? { code: reading.code, message: `${server}: ${reading.message}.` } : reading;
}

/** Asks a WHOIS server and returns its whole answer. Never rejects. */
export async function whoisText(
  host: string,
  query: string,
  whois: WhoisExchange,
  signal: AbortSignal,
): Promise<string | WhoisFailure> {
  try {
    return await whois.ask({ host, query, signal });
  } catch (error) {
    if (error instanceof ProbeError) {
      const { failure: code, message } = error;
      return { code, message: message.startsWith(host) ? message : `${host}: ${message}` };
    }
    if (signal.aborted) return { code: 'timeout', message: `${host} did not answer in time.` };
    throw error;
  }
}
