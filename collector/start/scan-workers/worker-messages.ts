import type { DomainScan, ScanTrigger } from '../../ports/scans/domain-scan.ts';
import type { ScanNetworkConfig } from '../create-scan-network.ts';

/** What a worker is told when it begins. */
export type WorkerSettings = ScanNetworkConfig;

export type ToWorker =
  | {
      readonly kind: 'scan';
      readonly number: number;
      readonly domain: string;
      /** Ids of checks. */
      readonly checks: readonly string[];
      readonly trigger: ScanTrigger;
      /** Milliseconds. */
      readonly budget: number;
    }
  | { readonly kind: 'give up'; readonly number: number };

export type FromWorker =
  | { readonly kind: 'scan'; readonly number: number; readonly scan: DomainScan }
  | { readonly kind: 'fault'; readonly domain: string; readonly check: string; readonly stack: string };
