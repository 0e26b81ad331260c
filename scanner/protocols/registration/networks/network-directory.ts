import { ExpiringCache } from '@sonde/shared/async/expiring-cache.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { NetworkRegistration } from '../../../ports/network-registration.ts';
import type { WhoisExchange } from '../../../ports/whois-exchange.ts';
import { askRdap } from '../rdap/ask-rdap.ts';
import { type BootstrapSource, RdapBootstrap } from '../rdap/rdap-bootstrap.ts';
import { servicesForAddress } from '../rdap/read-bootstrap.ts';
import type { SourceFailure } from '../registration.ts';
import type { RegistrationPorts } from '../registration-directory.ts';
import { whoisText } from '../whois/ask-whois.ts';
import { readRdapNetwork } from './read-rdap-network.ts';
import { readWhoisNetwork } from './read-whois-network.ts';

const whoisMilliseconds = 10_000;
const mostHops = 4;
const mostPauses = 2_000;

/** How servers want to be asked. RIPE blocks who asks for personal objects too often, which `-r` leaves out. */
const questions: Readonly<Record<string, (address: string) => string>> = {
  'whois.arin.net': (address) => `n + ${address}`,
  'whois.ripe.net': (address) => `-r ${address}`,
  'whois.apnic.net': (address) => `-r ${address}`,
  'whois.afrinic.net': (address) => `-r ${address}`,
};

export interface NetworkDirectoryParts {
  /** Undefined: RDAP is not used for the family. */
  readonly rdap: { readonly 4: BootstrapSource; readonly 6: BootstrapSource } | undefined;
  /** The root of WHOIS; undefined: WHOIS is not used. */
  readonly whoisRoot: string | undefined;
  readonly clock: Clock;
}

export interface FoundNetwork {
  /** Undefined if nobody could tell. */
  readonly registration: NetworkRegistration | undefined;
  readonly failures: readonly SourceFailure[];
}

/**
 * A network directory asks registries for the holder of an address: by RDAP, else by WHOIS over their referrals. A
 * server that wants to be left alone is.
 */
export class NetworkDirectory {
  readonly #bootstraps: { readonly 4: RdapBootstrap; readonly 6: RdapBootstrap } | undefined;
  readonly #whoisRoot: string | undefined;
  readonly #clock: Clock;
  readonly #pauses: ExpiringCache<string>;

  /** Throws a RangeError if a given list of services can't be read. */
  constructor({ rdap, whoisRoot, clock }: NetworkDirectoryParts) {
    const open = (source: BootstrapSource) => new RdapBootstrap(source, servicesForAddress, clock);
    this.#bootstraps = rdap && { 4: open(rdap[4]), 6: open(rdap[6]) };
    this.#whoisRoot = whoisRoot;
    this.#clock = clock;
    this.#pauses = new ExpiringCache(mostPauses, clock);
  }

  /** Finds the network of an address. `address`: one that somebody may have, in its normal form. Never rejects. */
  async find(address: string, ports: RegistrationPorts): Promise<FoundNetwork> {
    const failures: SourceFailure[] = [];
    const registration =
      (await this.#byRdap(address, ports, failures)) ?? (await this.#byWhois(address, ports, failures));
    return { registration, failures };
  }

  async #byRdap(
    address: string,
    ports: RegistrationPorts,
    failures: SourceFailure[],
  ): Promise<NetworkRegistration | undefined> {
    if (this.#bootstraps === undefined) return undefined;
    const found = await this.#bootstraps[address.includes(':') ? 6 : 4].servicesFor(address, ports.fetch);
    if ('code' in found) {
      failures.push({ source: 'rdap', code: found.code, message: found.message });
      return undefined;
    }
    const [server] = found.services;
    if (server === undefined) return undefined;
    const pause = this.#pauses.get(server);
    const answer =
      pause === undefined
        ? await askRdap(`${server}ip/${address}`, (object) => readRdapNetwork(object, address), {
            ...ports,
            clock: this.#clock,
          })
        : { code: 'limited', message: pause };
    if ('facts' in answer) return { source: 'rdap', server, ...answer.facts };
    if ('absent' in answer)
      failures.push({ source: 'rdap', code: 'absent', message: `${server} does not know ${address}.` });
    else {
      failures.push({ source: 'rdap', code: answer.code, message: answer.message });
      if ('pauseSeconds' in answer && answer.pauseSeconds !== undefined)
        this.#pauses.set(server, answer.message, answer.pauseSeconds * 1_000);
    }
    return undefined;
  }

  async #byWhois(
    address: string,
    { whois, signal: scan }: RegistrationPorts,
    failures: SourceFailure[],
  ): Promise<NetworkRegistration | undefined> {
    if (this.#whoisRoot === undefined || whois === undefined) return undefined;
    const signal = AbortSignal.any([scan, AbortSignal.timeout(whoisMilliseconds)]);
    const asked = new Set<string>();
    for (let server = this.#whoisRoot; ; ) {
      asked.add(server);
      const read = await this.#ask(server, address, whois, signal);
      if ('facts' in read) return { source: 'whois', server, ...read.facts };
      if ('code' in read || asked.has(read.referral) || asked.size > mostHops) {
        const failure =
          'code' in read
            ? read
            : { code: 'malformed', message: `${server}: the referrals lead in a circle.` };
        failures.push({ source: 'whois', ...failure });
        return undefined;
      }
      server = read.referral;
    }
  }

  async #ask(server: string, address: string, whois: WhoisExchange, signal: AbortSignal) {
    const text = await whoisText(server, questions[server]?.(address) ?? address, whois, signal);
    if (typeof text !== 'string') return text;
    const reading = readWhoisNetwork(text, address);
    return 'code' in reading ? { ...reading, message: `${server}: ${reading.message}.` } : reading;
  }
}
