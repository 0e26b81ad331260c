import { storedName } from '@sonde/shared/dns/names.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { ScanPorts } from '../../ports/scanner.ts';
import { exchanges } from '../../protocols/mail/resolve-for-mail.ts';
import type { AskedRecords } from '../ask-records.ts';
import { askSoundRecords } from '../ask-sound-records.ts';

/** The exchanger bound is the number of exchangers that a scan looks at. */
export const mostExchangers = 10;

export interface FoundExchangers {
  /** By preference, as in the records; `.` for a null MX. */
  readonly hosts: readonly { readonly host: string; readonly preference: number }[];
  readonly nullMx: boolean;
  readonly answer: AskedRecords;
}

/** Finds the MX records of a domain. */
export async function findExchangers(
  domain: string,
  ports: Pick<ScanPorts, 'dns' | 'signal'>,
  source: string,
): Promise<FoundExchangers> {
  const answer = await askSoundRecords(domain, 'MX', ports, source);
  const hosts = exchanges(answer.records).map(({ host, preference }) => ({
    host: storedName(host) ?? host,
    preference,
  }));
  return { hosts, nullMx: hosts.some(({ host }) => host === '.'), answer };
}

export interface HostAddresses {
  readonly host: string;
  /** IPv4 first. */
  readonly addresses: readonly string[];
  /** The name at the end of aliases; the host itself if there are none. */
  readonly canonical: string;
  readonly answers: readonly AskedRecords[];
}

/** Finds the addresses of a host. */
export async function findAddresses(
  host: string,
  ports: Pick<ScanPorts, 'dns' | 'signal'>,
  source: string,
): Promise<HostAddresses> {
  const answers = await Promise.all([
    askSoundRecords(host, 'A', ports, source),
    askSoundRecords(host, 'AAAA', ports, source),
  ]);
  const addresses = answers
    .flatMap(({ records }) => records)
    .filter(({ type, data }) => data.length === (type === recordTypes.A ? 4 : 16))
    .map(({ text }) => text);
  const names = answers.find(({ names: led }) => led.length > 1)?.names;
  return { host, addresses, canonical: names?.at(-1) ?? host, answers };
}
