import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import { isReversedAddress } from '../names/reversed-address.ts';
import { hasNameWithin } from '../names/search-suffix.ts';
import type { RowDetector } from '../row-detector.ts';
import type { ClientStates } from '../state/client-states.ts';
import { SlidingCounter } from '../state/sliding-counter.ts';
import { textHash } from '../state/text-hash.ts';

const windowSeconds = 60;
const samples = 5;
/** The latest minute goes into the usual number with this weight. */
const weight = 0.1;
/** Watched before a client's usual number is known. */
const leastMinutes = 10;
/** Lower usual numbers change no limit. */
const worthKeeping = 10;

/** What was usual of clients before this program began. */
interface Past {
  pastOf(locationId: number, clientAddress: string): number | undefined;
  notePast(locationId: number, clientAddress: string, failing: number): void;
}

interface Asked {
  /** Names that fail, of the latest minute on any clock. */
  readonly names: SlidingCounter;
  /** The minute of the baseline, in minutes since 1970. */
  minute: number;
  /** The usual number of different failing names in a minute, as it was before the minute that is counted began. */
  baseline: number;
  /** Names of the last whole minute, which the baseline is yet to take up: a storm must not raise its own limit. */
  pending: number;
  minutes: number;
  /** Queries of the present minute that do not fail so. */
  others: number;
  othersBefore: number;
  unreported: number;
  readonly samples: string[];
}

/**
 * Detects clients that ask for far more names that don't exist than they used to: a worm, a scanner, a broken program.
 */
export function createNxdomainStormDetector(states: ClientStates, past?: Past): RowDetector {
  const clients = states.slot<Asked>();
  return {
    name: 'nxdomain_storm',
    observe: (row, { nxdomainStorm }, report) => {
      if (row.responseCode !== responseCodes.NXDOMAIN) {
        const known = clients.get(row);
        if (known !== undefined) known.others++;
        return;
      }
      const { class: kind, text, subdomain } = row.name;
      // Black lists answer so for everything that is good; single labels are probes of browsers and WPAD.
      if (kind !== 'ordinary' || isReversedAddress(subdomain) || hasNameWithin(row.name)) return;
      const at = row.observedSeconds;
      const minute = Math.floor(at / 60);
      const { locationId, client } = row;
      const asked =
        clients.get(row) ?? clients.set(row, newAsked(minute, past?.pastOf(locationId, client.text)));
      if (minute > asked.minute) {
        turn(asked, minute);
        if (asked.baseline >= worthKeeping) past?.notePast(locationId, client.text, asked.baseline);
      }
      if (!asked.names.add(textHash(text), at)) return;
      asked.unreported++;
      if (asked.samples.push(text) > samples) asked.samples.shift();
      const names = asked.names.estimate;
      const limit = Math.max(nxdomainStorm.leastNames, nxdomainStorm.timesBaseline * asked.baseline);
      if (names < limit) return;
      report.add(row, {
        type: 'nxdomain_storm',
        severity: isUsualMix(asked, names) ? 'info' : names >= limit * 5 ? 'medium' : 'low',
        subject: row.clientAddress,
        technique: 'T1568',
        count: Math.min(names, asked.unreported),
        message: `${row.clientAddress} asked for ${names} different names that do not exist within a minute`,
        evidence: {
          method: 'different NXDOMAIN names of one client in a sliding minute against its moving average',
          names,
          baseline: Number(asked.baseline.toFixed(1)),
          minutes_watched: asked.minutes,
          from: new Date((at - windowSeconds) * 1_000).toISOString(),
          to: new Date(at * 1_000).toISOString(),
          sample_names: asked.samples.slice(),
          thresholds: { ...nxdomainStorm },
        },
      });
      asked.unreported = 0;
    },
  };
}

/**
 * Tells, for a client that is not known yet, resolvers and mail servers among them, whether most of what it asks for
 * exists.
 */
function isUsualMix({ minutes, others, othersBefore }: Asked, names: number): boolean {
  return minutes < leastMinutes && others + othersBefore > names;
}

function newAsked(minute: number, baseline?: number): Asked {
  const names = new SlidingCounter(windowSeconds);
  return {
    names,
    minute,
    baseline: baseline ?? 0,
    pending: 0,
    minutes: baseline === undefined ? 0 : leastMinutes,
    others: 0,
    othersBefore: 0,
    unreported: 0,
    samples: [],
  };
}

/** Takes what was counted into the usual number, before the first row of another minute is counted. */
function turn(asked: Asked, minute: number): void {
  const idle = Math.min(600, minute - asked.minute - 1);
  takeUp(asked, asked.names.estimate);
  if (idle > 0) {
    takeUp(asked, 0);
    asked.baseline *= (1 - weight) ** (idle - 1);
  }
  asked.minutes++;
  asked.othersBefore = asked.others;
  asked.others = 0;
  asked.minute = minute;
}

function takeUp(asked: Asked, names: number): void {
  asked.baseline = asked.baseline * (1 - weight) + asked.pending * weight;
  asked.pending = names;
}
