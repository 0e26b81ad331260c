import { ForgetfulSet } from '../../state/forgetful-set.ts';
import type { TunnelSpreadSettings } from './tunnel-settings.ts';

const windows = [3_600, 86_400] as const;
/** Domains of a window that are followed; further ones are not counted. */
const mostDomains = 256;
/** It is told again once that much more was carried. */
const againTimes = 1.2;

interface Carried {
  names: number;
  octets: number;
}

interface Sums {
  since: number;
  readonly domains: Map<number, Carried>;
  /** Of the domains that count. */
  octets: number;
  names: number;
  counting: number;
  told: number;
}

interface SpreadFound {
  readonly window: number;
  readonly names: number;
  readonly octets: number;
  readonly domains: number;
  readonly limit: number;
}

/** A spread track adds up what one client carries below many domains, within an hour and a day. */
export class SpreadTrack {
  readonly #sums: readonly Sums[];
  readonly #labels = new ForgetfulSet();

  constructor(at: number) {
    this.#sums = windows.map(() => ({
      since: at,
      domains: new Map(),
      octets: 0,
      names: 0,
      counting: 0,
      told: 0,
    }));
  }

  readonly isNewLabel = (hash: number): boolean => this.#labels.add(hash);

  /** Begins the windows anew that are over. */
  turn(at: number): void {
    for (let index = 0; index < windows.length; index++) {
      const sums = this.#sums[index]!;
      if (at - sums.since < windows[index]!) continue;
      sums.domains.clear();
      Object.assign(sums, { since: at, octets: 0, names: 0, counting: 0, told: 0 });
    }
  }

  /** Adds a name of a domain. A domain counts, with all that was carried below it, from so many names on. */
  add(domain: number, octets: number, domainNames: number): void {
    for (const sums of this.#sums) {
      let carried = sums.domains.get(domain);
      if (carried === undefined) {
        if (sums.domains.size >= mostDomains) continue;
        carried = { names: 0, octets: 0 };
        sums.domains.set(domain, carried);
      }
      carried.names++;
      carried.octets += octets;
      if (carried.names < domainNames) continue;
      const isFirst = carried.names === domainNames;
      sums.octets += isFirst ? carried.octets : octets;
      sums.names += isFirst ? carried.names : 1;
      if (isFirst) sums.counting++;
    }
  }

  /** The longest window that lies above its limit and was not told yet; undefined if there is none. */
  worst({ hourOctets, dayOctets, domains }: TunnelSpreadSettings): SpreadFound | undefined {
    const limits = [hourOctets, dayOctets];
    let found: SpreadFound | undefined;
    for (let index = 0; index < windows.length; index++) {
      const sums = this.#sums[index]!;
      const limit = limits[index]!;
      if (sums.counting < domains || sums.octets < Math.max(limit, sums.told * againTimes)) continue;
      sums.told = sums.octets;
      found = {
        window: windows[index]!,
        names: sums.names,
        octets: Math.round(sums.octets),
        domains: sums.counting,
        limit,
      };
    }
    return found;
  }
}
