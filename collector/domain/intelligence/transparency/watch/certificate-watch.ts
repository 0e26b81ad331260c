import { parse } from 'tldts';
import type { SeenCertificate } from '../../../../ports/transparency/certificates.ts';
import type { WatchedMatch } from '../../../../ports/transparency/watched-certificates.ts';
import { ImitationIndex } from '../../../detection/names/imitation-index.ts';
import type { DetectionSettings, LookalikeSettings } from '../../../detection/settings.ts';

const parsing = {
  allowPrivateDomains: true,
  extractHostname: false,
  validateHostname: false,
  detectIp: false,
};
/** Matches of one certificate, so that one with thousands of names does not fill anybody's history. */
const mostOfOne = 200;

interface Watcher {
  readonly locationId: number;
  readonly domain: string;
  /** Whether it wants to know of imitations, and of labels of that length and more. */
  readonly shortestLabel: number;
}

export interface CertificateWatchPorts {
  readonly detectionRules: { readonly locations: Iterable<readonly [number, DetectionSettings]> };
}

/**
 * A certificate watch knows the domains that locations watch, and what of certificates concerns them, whichever their
 * number.
 */
export class CertificateWatch {
  readonly #rules: CertificateWatchPorts['detectionRules'];
  #made = new Map<number, LookalikeSettings>();
  #byDomain = new Map<string, Watcher[]>();
  #byLabel = new Map<string, Watcher[]>();
  #imitations = new ImitationIndex([]);

  constructor({ detectionRules }: CertificateWatchPorts) {
    this.#rules = detectionRules;
  }

  /** Domains that are watched. */
  get size(): number {
    return this.#byDomain.size;
  }

  match(certificates: readonly SeenCertificate[]): WatchedMatch[] {
    this.#follow();
    if (this.#byDomain.size === 0) return [];
    return certificates.flatMap((certificate) => this.#matchOne(certificate));
  }

  #matchOne(certificate: SeenCertificate): WatchedMatch[] {
    const found = new Map<string, WatchedMatch>();
    const add = (
      watcher: Watcher,
      match: Omit<WatchedMatch, 'locationId' | 'watched' | 'certificate'>,
    ): void => {
      const { locationId, domain: watched } = watcher;
      const key = `${locationId} ${watched} ${match.relation}`;
      const before = found.get(key);
      if (before === undefined ? found.size < mostOfOne : (match.score ?? 0) > (before.score ?? 0))
        found.set(key, { ...match, locationId, watched, certificate });
    };
    for (const given of certificate.names) {
      const name = given.startsWith('*.') ? given.slice(2) : given;
      let isOwn = false;
      for (let at = 0; at !== -1; at = nextLabel(name, at))
        for (const watcher of this.#byDomain.get(at === 0 ? name : name.slice(at)) ?? []) {
          isOwn = true;
          add(watcher, { relation: 'own', imitation: null, score: null, name: given });
        }
      if (isOwn) continue;
      const { domain: registrable, domainWithoutSuffix: label, publicSuffix } = parse(name, parsing);
      if (registrable === null || label === null) continue;
      const facts = { registrable, label, suffix: publicSuffix ?? '' };
      for (const { label: imitated, imitation, score } of this.#imitations.find(name, facts))
        for (const watcher of this.#byLabel.get(imitated) ?? []) {
          if (imitation !== 'homograph' && imitated.length < watcher.shortestLabel) continue;
          add(watcher, { relation: 'lookalike', imitation, score, name: registrable });
        }
    }
    return [...found.values()];
  }

  /** Takes over what locations watch now, if that has changed: the rules keep one object for each until it does. */
  #follow(): void {
    const now = new Map<number, LookalikeSettings>();
    for (const [location, { lookalike, disabled }] of this.#rules.locations)
      if (lookalike.watched.length > 0 && !disabled.includes('lookalike')) now.set(location, lookalike);
    const isSame =
      now.size === this.#made.size && [...now].every(([id, settings]) => this.#made.get(id) === settings);
    if (isSame) return;
    this.#made = now;
    this.#byDomain = new Map();
    this.#byLabel = new Map();
    for (const [locationId, { watched, shortestLabel }] of now)
      for (const given of new Set(watched.map((domain) => domain.toLowerCase()))) {
        const { domain, domainWithoutSuffix } = parse(given, parsing);
        // What is no registrable domain or below one would watch everybody's.
        if (domain === null) continue;
        const watcher = { locationId, domain: given, shortestLabel };
        append(this.#byDomain, given, watcher);
        if (domain === given && domainWithoutSuffix !== null)
          append(this.#byLabel, domainWithoutSuffix, watcher);
      }
    this.#imitations = new ImitationIndex(this.#byLabel.keys());
  }
}

/** Finds the beginning of the next label; -1 behind the last. */
function nextLabel(name: string, at: number): number {
  const dot = name.indexOf('.', at);
  return dot === -1 ? -1 : dot + 1;
}

function append(map: Map<string, Watcher[]>, key: string, watcher: Watcher): void {
  const watchers = map.get(key);
  if (watchers === undefined) map.set(key, [watcher]);
  else watchers.push(watcher);
}
