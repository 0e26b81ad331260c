import type { ClientRole } from '../../../ports/threats/site-profiles.ts';
import { isExcluded } from '../exclusions.ts';
import type { DetectionSettings } from '../settings.ts';
import { RecentMap } from '../state/recent-map.ts';

/** Types of threats that are remarks of a role, and by how much more it takes of others. */
interface RoleRule {
  readonly remarks: readonly string[];
  /** Failing names of a storm are this many times as many. */
  readonly stormTimes: number;
  /** Names that may carry data are this many times as many, before they are more than a remark for going on. */
  readonly carryTimes: number;
}

/**
 * The rules of roles say what each changes. A resolver and a shared address ask for many clients, a scanner for all that there is, and a mail
 * server for whatever names strangers invent. Nothing is left out: who behaves like one to hide is still remarked on.
 */
export const roleRules: Readonly<Record<ClientRole, RoleRule>> = {
  resolver: { remarks: ['resolver_bypass'], stormTimes: 10, carryTimes: 5 },
  shared: { remarks: [], stormTimes: 5, carryTimes: 5 },
  mail_server: { remarks: ['dga'], stormTimes: 10, carryTimes: 20 },
  scanner: { remarks: ['dga', 'nxdomain_storm'], stormTimes: 10, carryTimes: 1 },
  domain_controller: { remarks: [], stormTimes: 5, carryTimes: 5 },
};

const anybody: RoleRule = { remarks: [], stormTimes: 1, carryTimes: 1 };

/** Roles of addresses that many clients are behind: what they ask for has nothing in common. */
export const sharedRoles: ReadonlySet<ClientRole> = new Set([
  'resolver',
  'shared',
  'mail_server',
  'domain_controller',
]);

/** Up to so many active clients thresholds of a whole location are as they are set. */
const usualClients = 2_000;
const mostTimes = 10;

/** Gives how many times as much whole locations of that many active clients do, in whole steps. */
export function sizeFactor(clients: number): number {
  return Math.min(mostTimes, Math.max(1, Math.floor(clients / usualClients)));
}

/** Addresses whose roles by settings are remembered, at most twice as many for each location. */
const remembered = 5_000;

/** Roles by settings are what the operator says that clients of a location are; the first entry that covers one holds. */
export class RolesBySettings {
  /** By the list itself: settings of other roles and sizes have the same one. */
  readonly #found = new WeakMap<Said, RecentMap<string, ClientRole | 'none' | null>>();

  of({ site: { roles } }: DetectionSettings, clientAddress: string): ClientRole | 'none' | undefined {
    let found = this.#found.get(roles);
    if (found === undefined) {
      found = new RecentMap(remembered);
      this.#found.set(roles, found);
    }
    let role = found.get(clientAddress);
    if (role === undefined) {
      role =
        roles.find(({ client }) => isExcluded([{ name: null, client }], '', clientAddress))?.role ?? null;
      found.set(clientAddress, role);
    }
    return role ?? undefined;
  }
}

type Steps = DetectionSettings['tunnelSlow']['steps'];
type Said = DetectionSettings['site']['roles'];

/** Makes the settings for clients of a role at a location of a size, and remembers them. */
export class SettingsByRole {
  readonly #made = new WeakMap<DetectionSettings, Map<string, DetectionSettings>>();
  // Row after row is of the same kind.
  #from: DetectionSettings | undefined;
  #role: ClientRole | undefined;
  #factor = 0;
  #latest: DetectionSettings | undefined;

  of(settings: DetectionSettings, role: ClientRole | undefined, factor: number): DetectionSettings {
    if (role === undefined && factor === 1) return settings;
    if (
      this.#latest !== undefined &&
      settings === this.#from &&
      role === this.#role &&
      factor === this.#factor
    )
      return this.#latest;
    let made = this.#made.get(settings);
    if (made === undefined) {
      made = new Map();
      this.#made.set(settings, made);
    }
    const key = `${role ?? ''} ${factor}`;
    let own = made.get(key);
    if (own === undefined) {
      own = forRole(settings, role, factor);
      made.set(key, own);
    }
    this.#from = settings;
    this.#role = role;
    this.#factor = factor;
    this.#latest = own;
    return own;
  }
}

function forRole(
  settings: DetectionSettings,
  role: ClientRole | undefined,
  factor: number,
): DetectionSettings {
  const { nxdomainStorm, randomSubdomains, tunnelFast, tunnelSlow, tunnelSpread } = settings;
  const { stormTimes, carryTimes } = role === undefined ? anybody : roleRules[role];
  return {
    ...settings,
    tunnelFast: { ...tunnelFast, sustainedPayload: tunnelFast.sustainedPayload * carryTimes },
    tunnelSlow: { ...tunnelSlow, steps: timesAll(tunnelSlow.steps, carryTimes) },
    tunnelSpread: {
      ...tunnelSpread,
      hourOctets: tunnelSpread.hourOctets * carryTimes,
      dayOctets: tunnelSpread.dayOctets * carryTimes,
    },
    nxdomainStorm: { ...nxdomainStorm, leastNames: nxdomainStorm.leastNames * stormTimes },
    // More than that no table of names can count.
    randomSubdomains: {
      ...randomSubdomains,
      uniqueNames: Math.max(
        randomSubdomains.uniqueNames,
        Math.min(8_000, randomSubdomains.uniqueNames * factor),
      ),
    },
  };
}

function timesAll([remark, low, medium, high]: Steps, times: number): Steps {
  return [remark * times, low * times, medium * times, high * times];
}
