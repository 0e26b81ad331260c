import { statfsSync } from 'node:fs';
import type { Meter } from '../ports/system/metrics.ts';
import type { CertificateState } from '../ports/system/serving-certificates.ts';

/** Below this many bytes the embedded engine soon refuses to merge, and the spool to take batches. */
const leastFreeBytes = 1_073_741_824;
const dayMilliseconds = 86_400_000;
/** Whoever renews by itself has done so by then: certificates of 90 days are renewed 30 days before their end. */
const daysBeforeEnd = 14;

/** Tells of a disk that has little room left, and counts what it has. */
export function watchDisk(directory: string, meter: Meter): () => string[] {
  const free = (): number => {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  };
  meter.gauge('sonde_data_disk_free_bytes', 'Bytes that are free for the data directory.', free);
  return () => diskWarnings(free());
}

export function diskWarnings(freeBytes: number): string[] {
  if (freeBytes >= leastFreeBytes) return [];
  return [
    `The disk of the data directory has ${Math.floor(freeBytes / 1_048_576)} MiB free. Free disk space, or limit the stored data with SONDE_STORE_BYTES and SONDE_ROLLUP_BYTES.`,
  ];
}

/** Tells of a certificate that ends soon or that is not renewed, and when it ends. `state`: undefined without TLS. */
export function watchCertificate(state: () => CertificateState | undefined, meter: Meter): () => string[] {
  meter.gauge(
    'sonde_tls_certificate_end_seconds',
    'When the certificate that is served ends, as a Unix time; 0 without TLS.',
    () => (state()?.endsAt?.getTime() ?? 0) / 1_000,
  );
  return () => certificateWarnings(state(), Date.now());
}

export function certificateWarnings(
  state:
    | Pick<CertificateState, 'source' | 'endsAt' | 'temporary' | 'failures' | 'lastFailure' | 'nextAttemptAt'>
    | undefined,
  now: number,
): string[] {
  if (state === undefined || state.endsAt === null) return [];
  const { source, temporary, failures, lastFailure, nextAttemptAt } = state;
  const again =
    nextAttemptAt === null ? '' : ` The next request is at ${nextAttemptAt.toISOString().slice(0, 16)}Z.`;
  const failed =
    failures === 0
      ? ''
      : ` The last ${failures === 1 ? 'request' : `${failures} requests`} to the authority failed: ${lastFailure}${again}`;
  if (temporary) {
    return [
      `The collector has no certificate yet and uses a self-signed one, which clients do not trust.${failed}`,
    ];
  }
  const days = Math.floor((state.endsAt.getTime() - now) / dayMilliseconds);
  const when = state.endsAt.toISOString().slice(0, 10);
  const advice = source === 'acme' ? failed : ' Replace the certificate files.';
  if (days < 0) return [`The TLS certificate expired on ${when}, so clients refuse it.${advice}`];
  if (failures > 0)
    return [`The TLS certificate expires in ${days} days, on ${when}, and was not renewed.${failed}`];
  // An authority may give certificates for six days: what looks after itself is told of if it fails.
  if (days >= daysBeforeEnd || source === 'acme') return [];
  return [`The TLS certificate expires in ${days} days, on ${when}. Replace the certificate files.`];
}
