import type { StoreProfile } from '../../../../collector/ports/ingest/store-profile.ts';
import type { CollectorState } from '../../../../collector/ports/system/collector-status.ts';
import type {
  CertificateState,
  CollectorCertificate,
} from '../../../../collector/ports/system/serving-certificates.ts';
import type { RetentionPolicy } from '../../../../collector/ports/traffic/retention.ts';

/** A certificate of an authority that is as it should be. */
export class FakeCollectorCertificate implements CollectorCertificate {
  current: CertificateState = {
    source: 'acme',
    names: ['sonde.example'],
    issuer: 'Authority',
    endsAt: new Date('2026-05-01'),
    renewsAt: new Date('2026-04-01'),
    temporary: false,
    failures: 0,
    failedAt: null,
    lastFailure: null,
    nextAttemptAt: null,
  };
  timesAsked = 0;

  state(): CertificateState {
    return this.current;
  }

  async askSoon(): Promise<boolean> {
    if (this.current.source !== 'acme') return false;
    this.timesAsked++;
    return true;
  }
}

/** A collector that is well. */
export function wellState(): CollectorState {
  return {
    collectorId: 'c0c0c0c0-0000-4000-8000-000000000001',
    version: '0.1.0',
    startedAt: new Date(),
    waitingBatches: 0,
    waitingBytes: 0,
    lag: 0,
    batchesAside: 0,
    bytesAside: 0,
    trouble: undefined,
    warnings: [],
  };
}

/** A test may change its profile. */
export function usualRetention(): { profile?: StoreProfile } & Pick<
  RetentionPolicy,
  'rowDays' | 'detailDays' | 'rollupDays'
> {
  return { rowDays: 90, detailDays: 30, rollupDays: 730 };
}
