import { isAtOrBelow } from '@sonde/shared/dns/name-relations.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import type {
  ClientRole,
  LearnedPast,
  LearnedRole,
  SiteProfile,
} from '../../../ports/threats/site-profiles.ts';
import type { BatchRows } from '../batch-rows.ts';
import type { Finding } from '../report.ts';
import { AnswerTargets } from '../rows/answer-targets.ts';
import type { DetectionSettings } from '../settings.ts';
import { ClientStates } from '../state/client-states.ts';
import { DistinctCounter } from '../state/distinct-counter.ts';
import { ClientHabits } from './client-habits.ts';
import { DomainControllers } from './domain-controllers.ts';
import { hasPrivateAddress, hasPrivateHint, OwnZones } from './own-zones.ts';
import { RolesBySettings, roleRules, SettingsByRole, sharedRoles, sizeFactor } from './roles.ts';

/** Roles and pasts that are kept of one location. */
const mostKept = 1_000;
/** Seconds after which a role that nobody acts any more is forgotten. */
const forgotten = 7 * 86_400;
const hourSeconds = 3_600;

/** Detectors to which denials and private addresses within own zones say nothing. */
const heedless: ReadonlySet<string> = new Set([
  'dga',
  'nxdomain_storm',
  'dns_rebinding',
  'dns_tunnel',
  'dns_tunnel_answers',
  'dns_tunnel_addresses',
  'dns_tunnel_slow',
  'dns_tunnel_spread',
  'dns_tunnel_types',
  'dns_volume',
  'fast_flux',
  'beaconing',
  'random_subdomain_attack',
]);

interface Site {
  readonly roles: Map<string, LearnedRole>;
  readonly past: Map<string, number>;
  hour: number;
  clients: DistinctCounter;
  /** Clients that were active in the hour before. */
  before: number;
  /** How many times as much as a small site it does. */
  factor: number;
  latest: number;
}

/**
 * A site watch learns what a location is like: which clients ask on behalf of many, which zones are its own, how many clients
 * it has, and how much of what they ask for usually fails. Bounded, by the rows alone, and put back after a restart.
 */
export class SiteWatch {
  /** What is remembered of each client, by all who look at the site. */
  readonly clients = new ClientStates();
  readonly #habits = new ClientHabits(this.clients);
  readonly #controllers = new DomainControllers();
  readonly #zones = new OwnZones();
  readonly #settings = new SettingsByRole();
  readonly #said = new RolesBySettings();
  readonly #targets = new AnswerTargets();
  readonly #sites = new Map<number, Site>();

  /** Learns from a row, and gives the settings that its client is judged by. */
  observe(row: BatchRows, settings: DetectionSettings): DetectionSettings {
    const site = this.#siteOf(row.locationId);
    const at = row.observedSeconds;
    if (at > site.latest) site.latest = at;
    const hour = Math.floor(at / hourSeconds);
    if (hour !== site.hour) {
      site.before = hour === site.hour + 1 ? site.clients.estimate : 0;
      site.hour = hour;
      site.clients = new DistinctCounter(16_384);
      site.factor = sizeFactor(site.before);
    }
    if (site.clients.add(row.client.hash.low))
      site.factor = sizeFactor(Math.max(site.before, site.clients.estimate));
    if (!row.is('orphan')) {
      const role = this.#habits.observe(row);
      if (role !== undefined) noteRole(site, row.client.text, role, at);
    }
    const controller = this.#controllers.observe(row);
    if (controller !== undefined) noteRole(site, controller, 'domain_controller', at);
    this.#zones.observe(row);
    const role = this.#roleAt(site, row.client.text, settings);
    return this.#settings.of(settings, role, site.factor);
  }

  /** Makes a remark of what a client's role explains, and says so in the evidence. */
  softened(row: BatchRows, finding: Finding, settings: DetectionSettings): Finding {
    const role = this.roleOf(row.locationId, finding.clientAddress ?? row.clientAddress, settings);
    if (role === undefined || !roleRules[role].remarks.includes(finding.type)) return finding;
    return { ...finding, severity: 'info', evidence: { ...finding.evidence, role } };
  }

  /** Tells whether the row is a denial or a private address within a zone of the site's own. */
  isOwnAffair(row: BatchRows, settings: DetectionSettings): boolean {
    // Hardly any row is one, and the zones are asked for those alone.
    const isDenied = row.responseCode === responseCodes.NXDOMAIN;
    const isBound = row.queryType === recordTypes.HTTPS || row.queryType === recordTypes.SVCB;
    if (!isDenied && (row.answerCount === 0 || !(isBound || hasPrivateAddress(row)))) return false;
    const { text, registrable } = row.name;
    const isOwn =
      this.#zones.has(row.locationId, registrable) ||
      settings.site.ownZones.some((zone) => isAtOrBelow(text, zone));
    return isOwn && (isDenied || !isBound || hasPrivateHint(row, this.#targets));
  }

  isHeedless(detector: string): boolean {
    return heedless.has(detector);
  }

  /** The role that the operator says, else the learned one. */
  roleOf(locationId: number, clientAddress: string, settings: DetectionSettings): ClientRole | undefined {
    return this.#roleAt(this.#sites.get(locationId), clientAddress, settings);
  }

  #roleAt(
    site: Site | undefined,
    clientAddress: string,
    settings: DetectionSettings,
  ): ClientRole | undefined {
    const said = settings.site.roles.length === 0 ? undefined : this.#said.of(settings, clientAddress);
    if (said !== undefined) return said === 'none' ? undefined : said;
    return site?.roles.get(clientAddress)?.role;
  }

  isShared(locationId: number, clientAddress: string, settings: DetectionSettings): boolean {
    const role = this.roleOf(locationId, clientAddress, settings);
    return role !== undefined && sharedRoles.has(role);
  }

  /** Names that fail in a minute, as it was usual of a client; undefined if nothing is known. */
  pastOf(locationId: number, clientAddress: string): number | undefined {
    return this.#sites.get(locationId)?.past.get(clientAddress);
  }

  notePast(locationId: number, clientAddress: string, failing: number): void {
    const { past } = this.#siteOf(locationId);
    past.delete(clientAddress);
    past.set(clientAddress, Math.round(failing));
    if (past.size > mostKept) past.delete(past.keys().next().value!);
  }

  /** What was learned of every location. */
  profiles(): SiteProfile[] {
    return Array.from(this.#sites, ([locationId, { roles, past, latest }]) => ({
      locationId,
      roles: [...roles.values()].filter(({ seen }) => latest - seen < forgotten),
      zones: this.#zones.of(locationId),
      past: Array.from(past, ([client, failing]): LearnedPast => ({ client, failing })),
    })).filter(({ roles, zones, past }) => roles.length + zones.length + past.length > 0);
  }

  /** Puts back what was learned before; what was learned since stands. */
  restore(profiles: readonly SiteProfile[]): void {
    for (const { locationId, roles, zones, past } of profiles) {
      const site = this.#siteOf(locationId);
      for (const role of roles.slice(0, mostKept))
        if (!site.roles.has(role.client)) site.roles.set(role.client, role);
      for (const zone of zones) this.#zones.learn(locationId, zone);
      for (const { client, failing } of past.slice(0, mostKept))
        if (!site.past.has(client)) site.past.set(client, failing);
    }
  }

  #siteOf(locationId: number): Site {
    let site = this.#sites.get(locationId);
    if (site === undefined) {
      const clients = new DistinctCounter(16_384);
      site = { roles: new Map(), past: new Map(), hour: 0, clients, before: 0, factor: 1, latest: 0 };
      this.#sites.set(locationId, site);
    }
    return site;
  }
}

function noteRole({ roles }: Site, client: string, role: ClientRole, at: number): void {
  const known = roles.get(client);
  // An address that serves as a domain controller asks as a resolver: the first says more.
  const kept = known?.role === 'domain_controller' && at - known.seen < forgotten ? known.role : role;
  roles.delete(client);
  roles.set(client, { client, role: kept, since: known?.role === kept ? known.since : at, seen: at });
  if (roles.size > mostKept) roles.delete(roles.keys().next().value!);
}
