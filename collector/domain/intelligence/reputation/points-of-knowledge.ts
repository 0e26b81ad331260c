import type { Severity } from '@sonde/shared/schemas/severity.ts';
import { type ComponentPoints, takenOff } from './component-points.ts';
import type {
  DiversityKnowledge,
  PerformanceKnowledge,
  StabilityKnowledge,
  ThreatKnowledge,
} from './reputation-input.ts';

const threatCosts: Readonly<Record<Severity, number>> = {
  info: 10,
  low: 40,
  medium: 65,
  high: 90,
  critical: 100,
};
/** Days of age below which points are taken. */
const youthCosts = [
  { below: 30, points: -60 },
  { below: 90, points: -30 },
  { below: 365, points: -10 },
] as const;
/** Fewer days tell nothing of stability. */
const leastDays = 7;

export function pointsOfThreat({ listsChecked, severity, lists }: ThreatKnowledge): ComponentPoints | null {
  if (severity === null) return listsChecked === 0 ? null : takenOff([]);
  return takenOff([
    {
      points: -threatCosts[severity],
      message: `The domain is listed as a threat (${severity}) by ${lists.slice(0, 5).join(', ')}.`,
      rule: 'lists of threats',
      advice: 'Clean up what the lists name, and ask them to take the domain off.',
    },
  ]);
}

/** Scores stability by the domain's age in registries and by what scans saw of the domain, whichever there is. */
export function pointsOfStability(
  known: StabilityKnowledge | null,
  ageDays: number | null,
): ComponentPoints | null {
  const observed = known !== null && known.observedDays >= leastDays && known.scans >= 2;
  if (!observed && ageDays === null) return null;
  return takenOff([...(ageDays === null ? [] : youth(ageDays)), ...(observed ? unsteadiness(known) : [])]);
}

/** Most domains that are registered for an attack are used for it within weeks. */
function youth(ageDays: number): ComponentPoints['reasons'][number][] {
  const points = youthCosts.find(({ below }) => ageDays < below)?.points;
  if (points === undefined) return [];
  const age = ageDays === 1 ? 'one day' : `${ageDays} days`;
  return [
    { points, message: `The domain was registered ${age} ago.`, rule: "the registry's date of registration" },
  ];
}

function unsteadiness(known: StabilityKnowledge): ComponentPoints['reasons'][number][] {
  const perMonth = (known.changes * 30) / Math.max(30, known.observedDays);
  const failed = known.failedScans / known.scans;
  return [
    ...(perMonth > 0
      ? [
          {
            points: -Math.min(60, perMonth * 10),
            message: `${known.changes} changes of servers or keys were seen in ${Math.round(known.observedDays)} days.`,
            rule: 'observation over time',
          },
        ]
      : []),
    ...(failed > 0
      ? [
          {
            points: -Math.min(40, failed * 100),
            message: `${known.failedScans} of ${known.scans} scans found no answer.`,
            rule: 'observation over time',
            advice: 'See why the name servers do not always answer.',
          },
        ]
      : []),
  ];
}

export function pointsOfDiversity(known: DiversityKnowledge): ComponentPoints | null {
  if (known.nameServers === 0) return null;
  const reasons: ComponentPoints['reasons'][number][] = [];
  if (known.nameServers < 2) {
    reasons.push({
      points: -50,
      message: 'The domain has one name server only.',
      rule: 'RFC 1034 section 4.1',
      advice: 'Add a second name server in another place.',
    });
  }
  if (known.prefixes < 2) {
    reasons.push({
      points: -25,
      message: 'All name servers are in one network.',
      rule: 'RFC 2182 section 3.1',
      advice: 'Place name servers in different networks.',
    });
  }
  if (known.autonomousSystems !== null && known.autonomousSystems < 2) {
    reasons.push({
      points: -15,
      message: 'All name servers hang on one autonomous system.',
      rule: 'RFC 2182 section 3.1',
      advice: 'Have a second provider serve the zone.',
    });
  }
  if (known.ipv6 === false) {
    reasons.push({
      points: -10,
      message: 'No name server can be reached over IPv6.',
      rule: 'RFC 3901 section 4',
      advice: 'Give name servers IPv6 addresses.',
    });
  }
  return takenOff(reasons);
}

export function pointsOfPerformance({ dns, tls }: PerformanceKnowledge): ComponentPoints | null {
  if (dns === null && tls === null) return null;
  const share = dns !== null && tls !== null ? 50 : 100;
  return takenOff([
    ...slowness(dns, 50, 500, share, 'Answers of the name servers take'),
    ...slowness(tls, 150, 1_500, share, 'A handshake with the web server takes'),
  ]);
}

/** Nothing up to `good` milliseconds, all of it from `bad` on, in proportion between. */
function slowness(
  measured: number | null,
  good: number,
  bad: number,
  most: number,
  what: string,
): ComponentPoints['reasons'][number][] {
  if (measured === null || measured <= good) return [];
  const points = Math.round(Math.min(1, (measured - good) / (bad - good)) * most);
  if (points === 0) return [];
  const message = `${what} ${Math.round(measured)} ms, where ${good} ms is good.`;
  return [{ points: -points, message, rule: 'measured from here' }];
}
