import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createGuardedFetch } from '@sonde/scanner/network/guarded-fetch.ts';
import type { Fetch } from '@sonde/scanner/ports/fetch.ts';
import { wholeBody } from '@sonde/scanner/ports/fetched-body.ts';
import { systemClock as clock } from '@sonde/shared/system/system.ts';
import type { DetectionRules } from '../../domain/detection/detection-rules.ts';
import {
  LogDirectory,
  type LogListSource,
} from '../../domain/intelligence/transparency/logs/log-directory.ts';
import { LogFollower } from '../../domain/intelligence/transparency/logs/log-follower.ts';
import { CertificateStream } from '../../domain/intelligence/transparency/stream/certificate-stream.ts';
import { CertifiedDomains } from '../../domain/intelligence/transparency/stream/certified-domains.ts';
import { CertificateWatch } from '../../domain/intelligence/transparency/watch/certificate-watch.ts';
import type { EventBus } from '../../ports/system/event-bus.ts';
import type { Foundation } from '../foundation.ts';
import { outboundGuard } from '../outbound-guard.ts';
import type { Stores } from '../stores/create-stores.ts';

/** Entries of one log before others have their turn. */
const mostEntries = 50_000;
const mostListBytes = 8 * 1_024 * 1_024;

/** Creates the follower of certificate logs, and what becomes of their entries; begun by `start`. */
export function createTransparency(
  stores: Pick<Stores, 'certificateArchive' | 'certificateLogs' | 'leases' | 'seenDomains'>,
  { bus, detectionRules }: { readonly bus: EventBus; readonly detectionRules: DetectionRules },
  { config, log, meter, collectorId, stage }: Foundation,
) {
  const fetch = createGuardedFetch({ ...outboundGuard(config), atOnce: 4 * config.logsAtOnce });
  const source = listSource(config.logList ?? config.certificateLogs, fetch);
  const directory = new LogDirectory({ choice: config.followedLogs, source, log });
  const certificateStream = new CertificateStream({ bus, clock });
  const watch = new CertificateWatch({ detectionRules });
  const certified = new CertifiedDomains(stores.seenDomains, clock.now());
  const { append } = stores.certificateArchive;
  meter.gauge(
    'sonde_certificate_watched_domains',
    'Domains whose certificates are watched for.',
    () => watch.size,
  );
  const follower = new LogFollower(
    {
      ...stores,
      certificateArchive: {
        append: async (certificates, day) => {
          await append(certificates, day);
          await certified.note(certificates, clock.now());
        },
      },
      directory,
      fetch,
      collectorId,
      match: (certificates) => watch.match(certificates),
      onTaken: (certificates) => certificateStream.tell(certificates),
      hasRoom: () => certificateStream.hasRoom(),
      clock,
      meter,
      log,
    },
    {
      from: config.logsFrom,
      everyMilliseconds: config.logsEvery,
      atOnce: config.logsAtOnce,
      mostEntries,
    },
  );
  const isOn = config.followedLogs !== 'none';
  return {
    certificateStream,
    warnings: () => follower.warnings(),
    start(): void {
      if (!isOn) return;
      stage.add('certificate logs', follower);
      follower.start();
    },
  };
}

/** Throws if the list can't be read; who asks again later may have more luck. */
function listSource(place: string | undefined, fetch: Fetch): LogListSource {
  if (place === undefined)
    return {
      kind: 'file',
      read: async () => {
        throw new Error('neither SONDE_LOG_LIST nor SONDE_CERTIFICATE_LOGS names one.');
      },
    };
  if (!/^https?:\/\//i.test(place)) return { kind: 'file', read: () => readFile(resolve(place), 'utf8') };
  return {
    kind: 'url',
    read: async (signal) => {
      const answer = await fetch(place, { signal, maxBytes: mostListBytes });
      const octets = await wholeBody(answer);
      if (answer.status !== 200) throw new Error(`its server answers with status ${answer.status}.`);
      return octets.toString('utf8');
    },
  };
}
