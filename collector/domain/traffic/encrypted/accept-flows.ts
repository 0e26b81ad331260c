import { setImmediate } from 'node:timers/promises';
import type { EncryptedFlow } from '@sonde/shared/batch/encrypted-flow.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import type { ClientFingerprintStore } from '../../../ports/accounts/client-fingerprints.ts';
import type { BatchClaim, BatchRegistry } from '../../../ports/ingest/batches.ts';
import { IngestBusyError } from '../../../ports/ingest/ingest.ts';
import type { Meter } from '../../../ports/system/metrics.ts';
import type { FlowSpool } from '../../../ports/traffic/encrypted-flows.ts';
import { flowLines } from './flow-lines.ts';

/** Flows between two pauses in which other requests get their turn. */
const flowsPerTurn = 512;
/** Rejected flows that are told one by one, at most. */
const mostRejectedTold = 100;

export interface AcceptFlowsPorts {
  readonly flowSpool: FlowSpool;
  readonly registry: Pick<BatchRegistry, 'claim' | 'markStored'>;
  readonly clientFingerprints: Pick<ClientFingerprintStore, 'recordMany'>;
  readonly clock: Clock;
  readonly meter: Meter;
  readonly log: Log;
}

export interface AcceptFlowsOptions {
  readonly collectorId: string;
  readonly maxSpoolBytes: number;
  /** Is told when there is something to store. */
  readonly onAccepted: () => void;
}

export interface FlowBatch {
  readonly accountId: number;
  readonly flows: readonly EncryptedFlow[];
  /** Flows that began, or were last seen, outside of these are rejected; microseconds since 1970. */
  readonly earliest: number;
  readonly latest: number;
  readonly claim: Omit<BatchClaim, 'rows' | 'rejectedRows' | 'content'>;
}

export interface AcceptedFlows {
  readonly accepted: number;
  readonly rejected: number;
  readonly errors: readonly { readonly index: number; readonly message: string }[];
  readonly duplicate: boolean;
}

export type AcceptFlows = (batch: FlowBatch) => Promise<AcceptedFlows>;

/**
 * Makes the way in for encrypted flows: made durable, claimed in the registry, and acknowledged then. They are few, and stored twice
 * they are one, so that their spool is simpler than that of rows. Throws an IngestBusyError if the store is behind.
 */
export function createAcceptFlows(ports: AcceptFlowsPorts, options: AcceptFlowsOptions): AcceptFlows {
  const { flowSpool, registry, clientFingerprints, clock, meter, log } = ports;
  const counted = meter.counter(
    'sonde_encrypted_flows_total',
    'Tellings of encrypted flows, by what became of them.',
    ['result'],
  );
  meter.gauge(
    'sonde_encrypted_flow_spool_bytes',
    'Bytes of encrypted flows that wait to be stored.',
    () => flowSpool.bytes,
  );

  return async ({ accountId, flows, earliest, latest, claim }) => {
    if (flowSpool.bytes > options.maxSpoolBytes) throw new IngestBusyError('The store is behind.', 5);
    const { locationId, agentId } = claim;
    const kept: EncryptedFlow[] = [];
    const lines: Buffer[] = [];
    const errors: { index: number; message: string }[] = [];
    for (let from = 0; from < flows.length; from += flowsPerTurn) {
      const good = flows.slice(from, from + flowsPerTurn).filter((flow, index) => {
        const message = timeFault(flow, earliest, latest);
        if (message !== undefined) errors.push({ index: from + index, message });
        return message === undefined;
      });
      kept.push(...good);
      lines.push(flowLines(good.map((flow) => ({ locationId, agentId, flow }))));
      await setImmediate();
    }
    const receipt = {
      accepted: kept.length,
      rejected: errors.length,
      errors: errors.slice(0, mostRejectedTold),
    };
    if (kept.length > 0) await flowSpool.put(claim.batchId, Buffer.concat(lines));
    const [result] = await registry.claim(options.collectorId, [
      { ...claim, rows: receipt.accepted, rejectedRows: receipt.rejected, content: null },
    ]);
    options.onAccepted();
    if (result !== 'claimed') return { ...receipt, duplicate: true };
    await registry.markStored([claim.batchId]);
    counted.add(receipt.accepted, { result: 'accepted' });
    counted.add(receipt.rejected, { result: 'rejected' });
    try {
      await clientFingerprints.recordMany(fingerprintsOf(accountId, kept, new Date(clock.now())));
    } catch (error) {
      // They are beside the flows, which have them too.
      log.warn({ reason: String(error) }, 'fingerprints of clients could not be kept');
    }
    return { ...receipt, duplicate: false };
  };
}

/** Each client with each fingerprint once, of the flows that are told of for the first time. Who is hidden is left out. */
function fingerprintsOf(accountId: number, flows: readonly EncryptedFlow[], at: Date) {
  const found = new Map<string, { sourceAddress: string; ja4: string; times: number }>();
  for (const { client, ja4, telling, client_hidden: isHidden } of flows) {
    if (ja4 === null || isHidden || telling !== 1) continue;
    const key = `${client} ${ja4}`;
    const before = found.get(key)?.times ?? 0;
    found.set(key, { sourceAddress: client, ja4, times: before + 1 });
  }
  return [...found.values()].map((sighting) => ({ ...sighting, accountId, at }));
}

function timeFault(flow: EncryptedFlow, earliest: number, latest: number): string | undefined {
  if (flow.started_at < earliest) return 'started_at: older than what is kept';
  if (flow.started_at > latest || flow.last_seen_at > latest) return 'started_at: in the future';
  if (flow.last_seen_at < flow.started_at) return 'last_seen_at: before the beginning';
  return undefined;
}
