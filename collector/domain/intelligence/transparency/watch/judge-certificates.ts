import type { OpenScan } from '@sonde/scanner/run/run-scan.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import type { AutonomousSystems } from '../../../../ports/networks/autonomous-systems.ts';
import type { Sighting, Threat } from '../../../../ports/threats/threats.ts';
import type { PassiveDns } from '../../../../ports/traffic/passive-dns.ts';
import type {
  CertificateVerdict,
  WatchedCertificate,
  WatchedCertificateStore,
} from '../../../../ports/transparency/watched-certificates.ts';
import { isExcluded } from '../../../detection/exclusions.ts';
import { Report } from '../../../detection/report.ts';
import type { SettingsOf } from '../../../detection/settings.ts';
import { withNetwork } from '../../scan/with-network.ts';
import { judgeLookalike, lookalikeFacts } from './judge-lookalike.ts';
import { judgeOwn, ownFacts, shortLifeSeconds } from './judge-own.ts';

const atOnce = 8;
/** Longer than the longest judgement, which has a bound of its own. */
const leaseSeconds = 120;
const patience = 30_000;
const mostNamesShown = 20;

export interface JudgeCertificatesPorts {
  readonly watchedCertificates: Pick<WatchedCertificateStore, 'claim' | 'past' | 'settle'>;
  readonly passiveDns: Pick<PassiveDns, 'byName'>;
  readonly detectionRules: { readonly settingsOf: SettingsOf };
  readonly networks: AutonomousSystems;
  readonly openScan: OpenScan;
  readonly random: Random;
  readonly log: Log;
  readonly onThreat: (threat: Threat) => void;
}

/**
 * Judges certificates that concern watched domains, until none waits: what is unusual about them, and what traffic and the DNS know of
 * the names. What is worth telling goes the one road of detection, with all of that in its receipt.
 */
export async function judgeCertificates(ports: JudgeCertificatesPorts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const claimed = await ports.watchedCertificates.claim(atOnce, leaseSeconds);
    if (claimed.length === 0) return;
    // In their order, so that each has the ones before it for its past.
    for (const match of claimed) {
      if (signal.aborted) return;
      try {
        await judge(match, ports, AbortSignal.any([signal, AbortSignal.timeout(patience)]));
      } catch (error) {
        if (signal.aborted) return;
        ports.log.warn(
          { err: error, certificate: match.id },
          'a certificate of a watched domain was not judged',
        );
      }
    }
  }
}

async function judge(
  match: WatchedCertificate,
  ports: JudgeCertificatesPorts,
  signal: AbortSignal,
): Promise<void> {
  const past = await ports.watchedCertificates.past(match, shortLifeSeconds);
  const locations = [match.locationId];
  const verdict = await withNetwork(ports, signal, async (network) =>
    match.relation === 'own'
      ? judgeOwn(match, await ownFacts(match, past, locations, { ...ports, network }))
      : judgeLookalike(match, await lookalikeFacts(match, past, locations, { ...ports, network })),
  );
  const sightings = verdict.reasons.length === 0 ? [] : sightingsOf(match, verdict, ports);
  const batches = [{ batchId: ports.random.uuid(), sightings }];
  for (const threat of await ports.watchedCertificates.settle(match.id, verdict, batches))
    ports.onThreat(threat);
}

function sightingsOf(
  match: WatchedCertificate,
  { reasons, severity, details }: CertificateVerdict,
  { detectionRules }: Pick<JudgeCertificatesPorts, 'detectionRules'>,
): Sighting[] {
  const { locationId, watched, relation, name, certificate } = match;
  const { exclusions } = detectionRules.settingsOf(locationId);
  const report = new Report({
    excluded: (_location, asked, client) => isExcluded(exclusions, asked, client),
  });
  const isOwn = relation === 'own';
  const subject = name.startsWith('*.') ? name.slice(2) : name;
  report.addTold(
    { locationId, clientAddress: '', queryName: subject, observedAt: certificate.loggedAt.getTime() * 1_000 },
    {
      type: isOwn ? 'unexpected_certificate' : 'lookalike_certificate',
      severity,
      subject,
      technique: isOwn ? 'T1588.004' : 'T1583.001',
      message: isOwn
        ? `${certificate.organization} issued an unusual certificate for ${name}: ${worded(reasons)}`
        : `${certificate.organization} issued a certificate for ${name}, which looks like ${watched}`,
      evidence: {
        method: isOwn
          ? 'certificate logs compared with earlier certificates, CAA and names that were asked for'
          : 'certificate logs compared with watched names, passive DNS and the DNS as it is now',
        watched_name: watched,
        reasons: [...reasons],
        ...(match.imitation === null ? {} : { imitation: match.imitation }),
        certificate: {
          id: certificate.id,
          issuer: certificate.issuer,
          serial: certificate.serial,
          not_before: certificate.notBefore.toISOString(),
          not_after: certificate.notAfter.toISOString(),
          names: certificate.names.slice(0, mostNamesShown),
          name_count: certificate.names.length + certificate.namesLeftOut,
          log: certificate.log,
          entry: certificate.entry,
          logged_at: certificate.loggedAt.toISOString(),
        },
        ...details,
      },
    },
  );
  return report.sightings();
}

const words: Readonly<Record<string, string>> = {
  not_in_caa: 'CAA does not permit this authority',
  new_issuer: 'no earlier one is by this authority',
  unknown_names: 'it has names that nobody asked for',
  first_wildcard: 'it is the first wildcard',
  short_life: 'it is the first that is short-lived',
};

function worded(reasons: readonly string[]): string {
  return reasons.map((reason) => words[reason] ?? reason).join('; ');
}
