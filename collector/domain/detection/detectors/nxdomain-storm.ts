import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import type { RowDetector } from '../row-detector.ts';
import { DistinctCounter } from '../state/distinct-counter.ts';
import { RecentMap } from '../state/recent-map.ts';
import { textHash } from '../state/text-hash.ts';

const followed = 20_000;
/** How much of the latest minute goes into the usual number. */
const weight = 0.1;

interface Minute {
  minute: number;
  names: DistinctCounter;
  queries: number;
  /** The usual number of different failing names in a minute. */
  baseline: number;
  minutes: number;
  readonly samples: string[];
}

/** A client that asks for far more names that don't exist than it used to: a worm, a scanner, a broken program. */
export function createNxdomainStormDetector(): RowDetector {
  const clients = new RecentMap<string, Minute>(followed);
  return {
    name: 'nxdomain_storm',
    observe: (row, { nxdomainStorm }, report) => {
      if (row.responseCode !== responseCodes.NXDOMAIN) return;
      const { class: kind, text, subdomain } = row.name;
      // Black lists answer so for everything that is good; single labels are probes of browsers and WPAD.
      if (kind !== 'ordinary' || isReversedAddress(subdomain)) return;
      const minute = Math.floor(row.observedSeconds / 60);
      const state = clients.getOrCreate(`${row.locationId} ${row.clientAddress}`, () => newMinute(minute));
      if (minute > state.minute) turn(state, minute);
      if (minute < state.minute || !state.names.add(textHash(text))) return;
      state.queries++;
      if (state.samples.length < 5) state.samples.push(text);
      const names = state.names.estimate;
      const limit = Math.max(nxdomainStorm.leastNames, nxdomainStorm.timesBaseline * state.baseline);
      if (names < limit) return;
      report.add(row, {
        type: 'nxdomain_storm',
        severity: names >= limit * 5 ? 'medium' : 'low',
        subject: row.clientAddress,
        technique: 'T1568',
        count: state.queries,
        message: `${row.clientAddress} asked for ${names} different names that do not exist within a minute`,
        evidence: {
          method: 'different NXDOMAIN names of one client in a minute against its moving average',
          names,
          baseline: Number(state.baseline.toFixed(1)),
          minutes_watched: state.minutes,
          at: new Date(minute * 60_000).toISOString(),
          sample_names: state.samples.slice(),
          thresholds: { ...nxdomainStorm },
        },
      });
      state.queries = 0;
    },
  };
}

function newMinute(minute: number): Minute {
  return { minute, names: new DistinctCounter(4_096), queries: 0, baseline: 0, minutes: 0, samples: [] };
}

function turn(state: Minute, minute: number): void {
  const idle = Math.min(600, minute - state.minute - 1);
  state.baseline = (state.baseline * (1 - weight) + state.names.estimate * weight) * (1 - weight) ** idle;
  state.minutes++;
  state.minute = minute;
  state.names = new DistinctCounter(4_096);
  state.queries = 0;
  state.samples.length = 0;
}

/** `4.3.2.1` or 32 nibbles before a list's zone (RFC 5782), with or without an account's key behind. */
export function isReversedAddress(subdomain: string): boolean {
  return (
    /^(?:\d{1,3}\.){3}\d{1,3}(?:\.|$)/.test(subdomain) ||
    /^(?:[0-9a-f]\.){31}[0-9a-f](?:\.|$)/.test(subdomain)
  );
}
