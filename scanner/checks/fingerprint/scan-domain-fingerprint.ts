import { isIPv4 } from 'node:net';
import type { Scanner } from '../../ports/scanner.ts';
import type { DomainFingerprintResult, FingerprintEvidence } from './domain-fingerprint-result.ts';
import { type Gathered, gatherEvidence } from './gather-evidence.ts';

type Role = FingerprintEvidence['role'];

/**
 * The fingerprint scanner finds the providers that serve a domain: by names of name servers, aliases, mail exchangers
 * and addresses, and by headers.
 */
export const domainFingerprintScanner: Scanner<DomainFingerprintResult> = {
  id: 'fingerprint',
  async scan(domain, ports) {
    const gathered = await gatherEvidence(domain, ports);
    const { evidence, errors } = gathered;
    const certainties = certaintyByRole(evidence);
    const unlessUnknown = <Some>(some: readonly Some[]) =>
      some.length === 0 && errors.length > 0 ? null : some;
    const providers = (role: Role) => ranked(certainties.get(role));
    return {
      result: {
        providers: {
          dns: providers('dns')[0] ?? null,
          cdn: unlessUnknown(providers('cdn')),
          hosting: unlessUnknown(providers('hosting')),
          mail: unlessUnknown(providers('mail')),
        },
        characteristics: characterise(gathered),
        confidence: overall(certainties),
        evidence: unlessUnknown(evidence),
      },
      findings: [],
      errors,
    };
  },
};

type Certainties = Map<Role, Map<string, number>>;

/** Pieces of evidence that agree make each other surer; the same kind of evidence counts once. */
function certaintyByRole(evidence: readonly FingerprintEvidence[]): Certainties {
  const result: Certainties = new Map();
  for (const [role, ofRole] of Map.groupBy(evidence, (one) => one.role)) {
    const providers = new Map<string, number>();
    for (const [provider, ofProvider] of Map.groupBy(ofRole, (one) => one.provider)) {
      const bySource = Map.groupBy(ofProvider, (one) => one.source);
      const doubts = [...bySource.values()].map(
        (same) => 1 - Math.max(...same.map(({ confidence }) => confidence)),
      );
      providers.set(provider, 1 - doubts.reduce((product, doubt) => product * doubt, 1));
    }
    result.set(role, providers);
  }
  return result;
}

function ranked(providers: ReadonlyMap<string, number> = new Map()): string[] {
  return [...providers].toSorted(([, one], [, other]) => other - one).map(([provider]) => provider);
}

/** The mean of how sure the first provider of each role is; null if nothing was told. */
function overall(certainties: Certainties): number | null {
  const best = [...certainties.values()].map((providers) => Math.max(...providers.values()));
  if (best.length === 0) return null;
  return Math.round((best.reduce((sum, one) => sum + one, 0) / best.length) * 100) / 100;
}

/** From one place nobody sees anycast: it is told only of providers that are known for it. */
function characterise({
  addresses,
  anycast,
  evidence,
}: Gathered): DomainFingerprintResult['characteristics'] {
  const site = evidence.filter(({ role }) => role === 'cdn' || role === 'hosting');
  const hasCdn = evidence.some(({ role }) => role === 'cdn');
  const four = addresses.filter(isIPv4).length;
  const balancer = evidence.some(({ value }) =>
    /(?:^|\.)elb\.amazonaws\.com$|trafficmanager\.net$|^server: awselb/i.test(value),
  );
  const several = four > 1 || addresses.length - four > 1;
  return {
    anycast: hasCdn || site.some(({ provider }) => anycast.has(provider)) ? true : null,
    loadBalanced: addresses.length === 0 ? null : several || balancer || hasCdn,
    geoDistributed: hasCdn ? true : null,
  };
}
