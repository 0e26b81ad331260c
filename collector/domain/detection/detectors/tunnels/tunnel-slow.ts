import { nameServices } from '@sonde/shared/batch/row-layout.ts';
import type { LanguageModel } from '../../dga/language-model.ts';
import { isNodeTree } from '../../names/node-tree.ts';
import { greatestPayload, newPayload } from '../../names/payload.ts';
import type { RowDetector } from '../../row-detector.ts';
import { rowTraits } from '../../rows/row-traits.ts';
import { DistinctCounter } from '../../state/distinct-counter.ts';
import type { DomainHistory } from '../../state/domain-history.ts';
import { RecentMap } from '../../state/recent-map.ts';
import { LookUps } from './look-ups.ts';
import { isSuffixed } from './suffixed.ts';
import type { TunnelSlowSettings } from './tunnel-settings.ts';

const followed = 10_000;
const levels = ['info', 'low', 'medium', 'high'] as const;
const samples = 5;
/** Octets of a name from which no service's request is as long. */
const longRequest = 70;
/** Octets of a name up to which it may be a session or a machine of many, of which it takes so many times as much. */
const shortRequest = 24;
const shortTimes = 4;

interface Day {
  readonly since: number;
  readonly names: DistinctCounter;
  /** Whether a label's hash was not seen that day, as far as a counter can tell. */
  readonly isNewLabel: (hash: number) => boolean;
  readonly clients: Set<string>;
  readonly lookUps: LookUps;
  payload: number;
  bits: number;
  unreported: number;
  reportedAt: number;
  readonly samples: string[];
}

/**
 * Detects patient tunnels: encoded subdomains of one registrable domain, counted over a day and all clients of a
 * location.
 */
export function createTunnelSlowDetector(language: LanguageModel, history: DomainHistory): RowDetector {
  const days = new RecentMap<string, Day>(followed);
  return {
    name: 'dns_tunnel_slow',
    tables: [days],
    needs: rowTraits.carrying,
    observe: (row, { tunnelSlow }, report) => {
      if (row.nameService !== nameServices.dns) return;
      const { class: kind, registrable, subdomain } = row.name;
      if (registrable === undefined || subdomain.length < tunnelSlow.meanPayload || kind !== 'ordinary')
        return;
      const most = greatestPayload(row.name, language);
      if (most.octets < tunnelSlow.meanPayload || most.bits < most.octets * tunnelSlow.encodedBits) return;
      const key = `${row.locationId} ${registrable}`;
      const at = row.observedSeconds;
      let day = days.get(key);
      if (day === undefined || at - day.since >= tunnelSlow.windowSeconds) {
        day = newDay(at);
        days.set(key, day);
      }
      if (!day.names.add(row.name.subdomainHash)) return;
      const payload = newPayload(row.name, language, day.isNewLabel);
      if (payload.octets < tunnelSlow.meanPayload || payload.bits < payload.octets * tunnelSlow.encodedBits)
        return;
      if (isNodeTree(row) || isSuffixed(row)) return;
      day.payload += payload.octets;
      day.bits += payload.bits;
      day.unreported++;
      day.lookUps.note(row);
      if (day.clients.size < 64) day.clients.add(row.clientAddress);
      if (day.samples.length < samples) day.samples.push(row.name.text);
      const names = day.reportedAt + day.unreported;
      const level = levelOf(names, day, history.knownSeconds(row.locationId, row.name.hash, at), tunnelSlow);
      // Once a step is reached, it is told again with every tenth further name.
      if (level < 0 || (day.reportedAt > 0 && day.unreported * 10 < day.reportedAt)) return;
      report.add(row, {
        type: 'dns_tunnel_slow',
        severity: levels[level]!,
        subject: registrable,
        technique: 'T1048.003',
        count: day.unreported,
        message: `${names} different encoded names below ${registrable} were asked for within a day`,
        evidence: {
          method: 'unique encoded subdomains per registrable domain over a day',
          unique_names: names,
          payload_octets: day.payload,
          bits_per_character: Number((day.bits / day.payload).toFixed(2)),
          clients: [...day.clients].slice(0, 10),
          from: new Date(day.since * 1_000).toISOString(),
          to: new Date(at * 1_000).toISOString(),
          sample_names: day.samples.slice(),
          thresholds: { ...tunnelSlow },
        },
      });
      day.reportedAt = names;
      day.unreported = 0;
    },
  };
}

function newDay(since: number): Day {
  const names = new DistinctCounter(16_384);
  const labels = new DistinctCounter(16_384);
  return {
    since,
    names,
    isNewLabel: (hash) => labels.add(hash),
    clients: new Set(),
    lookUps: new LookUps(),
    payload: 0,
    bits: 0,
    unreported: 0,
    reportedAt: 0,
    samples: [],
  };
}

/** The index of the level, -1 for none. Popular and long-known domains are less suspicious, long payloads more. */
function levelOf(names: number, day: Day, knownSeconds: number, settings: TunnelSlowSettings): number {
  const isShort = day.payload <= names * shortRequest;
  const level = settings.steps.findLastIndex((step) => names >= step * (isShort ? shortTimes : 1));
  if (level < 0) return level;
  const isLong = day.payload >= names * longRequest;
  const { areIdentifiers, areVerdicts, areWords, areOwn } = day.lookUps;
  if (!isLong && (areIdentifiers || areVerdicts || areWords || areOwn)) return 0;
  // Services have many clients, and short requests; what infected machines send together is long.
  if (day.clients.size >= settings.serviceClients) return isLong && names >= settings.steps.at(-1)! ? 1 : 0;
  const known = knownSeconds >= settings.knownDays * 86_400 ? 1 : 0;
  const stuffed = day.payload >= names * 40 ? 1 : 0;
  return Math.max(0, Math.min(levels.length - 1, level - known + stuffed));
}
