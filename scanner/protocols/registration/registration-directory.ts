import { ExpiringCache } from '@sonde/shared/async/expiring-cache.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Fetch } from '../../ports/fetch.ts';
import type { WhoisExchange } from '../../ports/whois-exchange.ts';
import { askRdapDomain } from './rdap/ask-rdap-domain.ts';
import { type BootstrapSource, RdapBootstrap } from './rdap/rdap-bootstrap.ts';
import { servicesFor } from './rdap/read-bootstrap.ts';
import type { RegistrationAnswer, RegistrationFacts, SourceFailure } from './registration.ts';
import { askWhois } from './whois/ask-whois.ts';
import { WhoisServers } from './whois/whois-servers.ts';

const whoisMilliseconds = 10_000;
const mostServices = 2;
const mostPauses = 2_000;

export interface RegistrationDirectoryParts {
  /** Undefined: RDAP is not used. */
  readonly rdap: BootstrapSource | undefined;
  /** The root of WHOIS; undefined: WHOIS is not used. */
  readonly whoisRoot: string | undefined;
  readonly clock: Clock;
}

export interface RegistrationPorts {
  readonly fetch: Fetch;
  readonly whois?: WhoisExchange;
  readonly signal: AbortSignal;
}

export interface FoundRegistration {
  readonly answer: RegistrationAnswer;
  /** Sources that could not answer before one could. */
  readonly failures: readonly SourceFailure[];
}

/**
 * A registration directory asks registries for registrations: by RDAP, and by WHOIS if there is no such service or it
 * does not answer. A server that asks for a pause is left alone for as long as it says.
 */
export class RegistrationDirectory {
  readonly #bootstrap: RdapBootstrap | undefined;
  readonly #whoisServers: WhoisServers | undefined;
  readonly #clock: Clock;
  readonly #pauses: ExpiringCache<string>;

  /** Throws a RangeError if a given list of services can't be read. */
  constructor({ rdap, whoisRoot, clock }: RegistrationDirectoryParts) {
    this.#bootstrap = rdap && new RdapBootstrap(rdap, servicesFor, clock);
    this.#whoisServers = whoisRoot === undefined ? undefined : new WhoisServers(whoisRoot, clock);
    this.#clock = clock;
    this.#pauses = new ExpiringCache(mostPauses, clock);
  }

  /** Finds the registration of a domain. `domain`: one that a registry registers, in stored form. Never rejects. */
  async find(domain: string, ports: RegistrationPorts): Promise<FoundRegistration> {
    const failures: SourceFailure[] = [];
    const answer =
      (await this.#byRdap(domain, ports, failures)) ?? (await this.#byWhois(domain, ports, failures));
    return { answer: answer ?? { state: 'unknown' }, failures };
  }

  async #byRdap(
    domain: string,
    ports: RegistrationPorts,
    failures: SourceFailure[],
  ): Promise<RegistrationAnswer | undefined> {
    if (this.#bootstrap === undefined) return undefined;
    const fail = (code: string, message: string) => {
      failures.push({ source: 'rdap', code, message });
      return undefined;
    };
    const found = await this.#bootstrap.servicesFor(domain, ports.fetch);
    if ('code' in found) return fail(found.code, found.message);
    if (found.services.length === 0) return fail('unsupported', `No RDAP service is known for ${domain}.`);
    for (const server of found.services.slice(0, mostServices)) {
      const pause = this.#pauses.get(server);
      const answer =
        pause === undefined
          ? await askRdapDomain(server, domain, { ...ports, clock: this.#clock })
          : { code: 'limited', message: pause };
      if ('facts' in answer) return registered('rdap', server, answer.facts);
      if ('absent' in answer) return { state: 'not_registered', source: 'rdap', server };
      fail(answer.code, answer.message);
      if ('pauseSeconds' in answer && answer.pauseSeconds !== undefined)
        this.#pauses.set(server, answer.message, answer.pauseSeconds * 1_000);
    }
    return undefined;
  }

  async #byWhois(
    domain: string,
    { whois, signal: scan }: RegistrationPorts,
    failures: SourceFailure[],
  ): Promise<RegistrationAnswer | undefined> {
    if (this.#whoisServers === undefined || whois === undefined) return undefined;
    const signal = AbortSignal.any([scan, AbortSignal.timeout(whoisMilliseconds)]);
    const topLevel = domain.slice(domain.lastIndexOf('.') + 1);
    const found = await this.#whoisServers.serverOf(topLevel, whois, signal);
    if ('server' in found) {
      const { server } = found;
      const answer = await askWhois(server, domain, whois, signal);
      if ('facts' in answer) return registered('whois', server, answer.facts);
      if ('absent' in answer) return { state: 'not_registered', source: 'whois', server };
      failures.push({ source: 'whois', ...answer });
    } else failures.push({ source: 'whois', ...found });
    return undefined;
  }
}

function registered(source: 'rdap' | 'whois', server: string, facts: RegistrationFacts): RegistrationAnswer {
  return { state: 'registered', registration: { source, server, ...facts } };
}
