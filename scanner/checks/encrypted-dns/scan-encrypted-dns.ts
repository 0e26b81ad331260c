import { X509Certificate } from 'node:crypto';
import type { DnsRecord } from '../../ports/dns-record.ts';
import type { Scanner, ScanPorts } from '../../ports/scanner.ts';
import { ProbeError } from '../../ports/tls-session.ts';
import { askRecords } from '../ask-records.ts';
import { PartBuilder } from '../part-builder.ts';
import { readBinding } from '../svcb/binding-entry.ts';

/** Servers of encrypted DNS that a domain offers. No key of an object in it is data. */
export interface EncryptedDnsResult {
  /** Whether records of the domain say that there are any (RFC 9461); null if they could not be looked up. */
  readonly designated: boolean | null;
  /** Null if nobody is known to be there, and neither is that nobody is. */
  readonly endpoints: readonly EncryptedDnsEndpoint[] | null;
}

export interface EncryptedDnsEndpoint {
  readonly kind: 'dot' | 'doh';
  readonly host: string;
  readonly address: string;
  readonly port: number;
  readonly trusted: boolean;
  /** Hexadecimal SHA-256; null if the certificate can't be read. */
  readonly fingerprint: string | null;
  readonly notAfter: string | null;
}

interface Offer {
  readonly kind: 'dot' | 'doh';
  readonly host: string;
  readonly port: number;
  /** Whether nobody said that it is there. */
  readonly isGuess: boolean;
}

const source = 'encrypted-dns';
const mostOffers = 6;
const mostAddresses = 2;

/**
 * DNS over TLS and over HTTPS that a domain offers: what its SVCB records at `_dns` designate (RFC 9461), or, without them,
 * whatever answers at its own name and port 853 (RFC 7858).
 */
export const encryptedDnsScanner: Scanner<EncryptedDnsResult> = {
  id: source,
  async scan(domain, ports) {
    const part = new PartBuilder(source);
    const answer = await askRecords(`_dns.${domain}`, 'SVCB', ports, source);
    part.asked(answer);
    const designated = answer.records.flatMap((record) => offersOf(domain, record)).slice(0, mostOffers);
    const offers: Offer[] =
      designated.length > 0 ? designated : [{ kind: 'dot', host: domain, port: 853, isGuess: true }];
    const looks = await Promise.all(offers.map((offer) => lookAt(offer, ports, part)));
    const endpoints = looks.flatMap(({ found }) => found);
    for (const { kind, host, port, trusted } of endpoints)
      if (!trusted)
        part.warning(
          'medium',
          'untrusted',
          `The certificate of ${host} port ${port} (${kind}) does not verify.`,
          kind === 'dot' ? 'RFC 8310 section 5' : 'RFC 8484 section 5',
        );
    const isKnown = answer.error === undefined && looks.every(({ isWhole }) => isWhole);
    return part.done({
      designated: answer.error === undefined ? designated.length > 0 : null,
      endpoints: endpoints.length === 0 && !isKnown ? null : endpoints,
    });
  },
};

function offersOf(domain: string, record: DnsRecord): Offer[] {
  const { entry, error } = readBinding(record);
  if (error !== undefined || entry.priority === 0 || !entry.usable) return [];
  // A name with an underscore has no address: the binding is for the name that it stands below.
  const host = entry.target === '.' || entry.target === entry.owner ? domain : entry.target;
  const offer = (kind: Offer['kind'], usual: number): Offer => ({
    kind,
    host,
    port: entry.port ?? usual,
    isGuess: false,
  });
  return [
    ...(entry.alpn.includes('dot') ? [offer('dot', 853)] : []),
    // Who speaks HTTP there must say at which path (RFC 9461 section 5).
    ...(entry.alpn.includes('h2') && entry.dohpath !== null ? [offer('doh', 443)] : []),
  ];
}

interface Look {
  readonly found: readonly EncryptedDnsEndpoint[];
  /** Whether its addresses were told, and each that was tried either answered or refused. */
  readonly isWhole: boolean;
}

async function lookAt(
  { kind, host, port, isGuess }: Offer,
  ports: ScanPorts,
  part: PartBuilder,
): Promise<Look> {
  const answers = await Promise.all([
    askRecords(host, 'A', ports, source),
    askRecords(host, 'AAAA', ports, source),
  ]);
  const addresses = answers.flatMap(({ records }) => records.slice(0, 1).map(({ text }) => text));
  let isWhole = answers.every(({ error }) => error === undefined);
  const found = await Promise.all(
    addresses.slice(0, isGuess ? 1 : mostAddresses).map(async (address) => {
      try {
        const alpn = kind === 'dot' ? ['dot'] : ['h2', 'http/1.1'];
        const { chain, trusted } = await ports.tls.handshake({
          address,
          port,
          serverName: host,
          alpn,
          signal: ports.signal,
        });
        const leaf = chain[0] === undefined ? undefined : read(() => new X509Certificate(chain[0]!));
        const fingerprint = leaf?.fingerprint256.replaceAll(':', '').toLowerCase() ?? null;
        const notAfter = leaf?.validToDate.toISOString() ?? null;
        return [{ kind, host, address, port, trusted, fingerprint, notAfter }];
      } catch (error) {
        if (!(error instanceof ProbeError)) throw error;
        if (error.failure !== 'refused') isWhole = false;
        if (!isGuess) part.error(error.failure, `${address} port ${port}: ${error.message}`);
        return [];
      }
    }),
  );
  return { found: found.flat(), isWhole };
}

function read<Value>(reading: () => Value): Value | undefined {
  try {
    return reading();
  } catch {
    return undefined;
  }
}
