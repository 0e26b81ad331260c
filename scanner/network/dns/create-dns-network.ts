import { ExpiringCache } from '@sonde/shared/async/expiring-cache.ts';
import { outsideDns } from '@sonde/shared/dns/outside-dns.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import type { DnsQuestion } from '../../ports/dns-answer.ts';
import type { DnsResolution } from '../../ports/dns-resolution.ts';
import type { ZoneTransfer } from '../../ports/zone-transfer.ts';
import type { AddressPolicy } from '../address-policy.ts';
import { type ScanBudget, Spending } from './budget.ts';
import { ServerSpeeds } from './cache/server-speeds.ts';
import { Exchanger } from './exchange/exchanger.ts';
import type { Outside } from './exchange/patient-question.ts';
import { IterativeLookup, type Lookup } from './iterate/iterative-lookup.ts';
import { resolveIteratively } from './iterate/iterative-resolve.ts';
import { RootSilence } from './iterate/root-silence.ts';
import type { ZoneCut } from './iterate/zone-cut.ts';
import type { RootServer } from './root-hints.ts';
import { ScanResolution } from './scan-resolution.ts';
import { resolveByStub } from './stub-resolve.ts';
import { createZoneTransfer } from './transfer-zone.ts';

const maxSharedCuts = 4_096;
const maxSharedAnswers = 4_096;
const maxSharedHosts = 4_096;
/** Top-level domains and name servers change seldom, and what is shared of them is no more than how to reach and trust them. */
const shareMilliseconds = 5 * 60_000;
const transferMilliseconds = 20_000;

export interface DnsNetworkParts {
  readonly policy: AddressPolicy;
  readonly rootServers: readonly RootServer[];
  /** Addresses of resolvers that find the answers in place of our own going down from the root. */
  readonly stub?: readonly string[];
  readonly clock: Clock;
  readonly random: Random;
  /** For one answer of one server; 2,000 unless said otherwise. */
  readonly timeoutMilliseconds?: number;
  /** Of all scans together; 256 unless said otherwise. */
  readonly maxSockets?: number;
  /** Endings that belong to Handshake, and are not asked for. */
  readonly handshakeEndings?: ReadonlySet<string>;
  /** Whether names that are special to a network (.local) are asked for, as a root or resolver of that network may know them. */
  readonly asksSpecialNames?: boolean;
  /** Ports of servers that are at none of their own (53), by address. */
  readonly ports?: ReadonlyMap<string, number>;
}

export interface DnsNetwork {
  /** Creates the resolution of one scan, without validation. */
  forScan(budget: ScanBudget): DnsResolution;
  readonly zones: ZoneTransfer;
}

/**
 * Creates the collector's own way into the DNS. Scans share what is known of top-level domains, how fast servers are, and
 * where those are that serve zones of others.
 */
export function createDnsNetwork(given: DnsNetworkParts): DnsNetwork {
  const { policy, random, clock, stub, timeoutMilliseconds = 2_000, maxSockets = 256 } = given;
  const exchanger = new Exchanger({ policy, random, maxSockets, ports: given.ports });
  const speeds = new ServerSpeeds(clock);
  const sharedCuts = new ExpiringCache<ZoneCut>(maxSharedCuts, clock);
  const sharedAnswers = new ExpiringCache<Lookup>(maxSharedAnswers, clock);
  const sharedHosts = new ExpiringCache<readonly string[]>(maxSharedHosts, clock);
  const servers = given.rootServers.map((server) => ({ ...server, glue: server.addresses }));
  const root: ZoneCut = { zone: '.', servers };
  const rootSilence = new RootSilence(clock);
  const outside: Outside = (name) => {
    const found = outsideDns(name, given.handshakeEndings);
    return found?.system === 'special' && given.asksSpecialNames === true ? undefined : found?.message;
  };

  return {
    zones: createZoneTransfer({ policy, random, outside, timeoutMilliseconds: transferMilliseconds }),
    forScan: (budget) => {
      const spending = new Spending(budget);
      const parts = { exchanger, spending, timeoutMilliseconds, outside };
      if (stub !== undefined && stub.length > 0) {
        const resolve = (question: DnsQuestion) => resolveByStub(parts, stub, question);
        return new ScanResolution({ ...parts, resolve, cutOf: () => undefined });
      }
      const lookup = new IterativeLookup({
        ...parts,
        speeds,
        root,
        rootSilence,
        sharedCuts,
        sharedAnswers,
        sharedHosts,
        shareMilliseconds,
      });
      const resolve = (question: DnsQuestion) => resolveIteratively(lookup, question);
      return new ScanResolution({ ...parts, resolve, cutOf: (zone) => lookup.cutOf(zone) });
    },
  };
}
