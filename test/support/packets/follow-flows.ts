import {
  defaultEncryptedDnsBounds,
  type EncryptedDnsOptions,
} from '../../../agent/encrypted/encrypted-dns-options.ts';
import { ResolverList } from '../../../agent/encrypted/resolver-list.ts';
import { Pipeline } from '../../../agent/pipeline/pipeline.ts';
import { defaultPipelineOptions, type PipelineOptions } from '../../../agent/pipeline/pipeline-options.ts';
import type { PipelineCounters } from '../../../sensor/rows/row-writer.ts';
import { type EncryptedFlow, encryptedFlowSchema } from '../../../shared/batch/encrypted-flow.ts';
import type { FilePacket } from './capture-file.ts';

export const resolverAddress = '192.0.2.53';
export const resolverList = new ResolverList([
  { provider: 'Example', addresses: [resolverAddress, '2001:db8::53'], names: ['dns.example'] },
]);

export const followOptions: EncryptedDnsOptions = {
  ...defaultEncryptedDnsBounds,
  resolvers: resolverList,
  hellosPerSecond: 200,
};

export interface Followed {
  /** Every telling, in order. */
  readonly tellings: readonly EncryptedFlow[];
  /** The last telling of each. */
  readonly flows: readonly EncryptedFlow[];
  readonly counters: PipelineCounters;
  readonly diagnostics: Readonly<Record<string, number>>;
}

/** Runs packets through a real pipeline that follows encrypted DNS. */
export function followFlows(
  packets: Iterable<FilePacket>,
  options: Partial<PipelineOptions> = {},
  encrypted: Partial<EncryptedDnsOptions> = {},
): Followed {
  const tellings: EncryptedFlow[] = [];
  const pipeline = new Pipeline(
    {
      ...defaultPipelineOptions,
      maxTransactions: 256,
      encryptedDns: { ...followOptions, ...encrypted },
      ...options,
    },
    { rows: () => undefined, flows: (bytes) => tellings.push(...flowsIn(bytes)) },
  );
  for (const { bytes, time, linkType, originalLength } of packets)
    pipeline.packet(bytes, 0, bytes.length, originalLength ?? bytes.length, time, linkType ?? 1);
  pipeline.end();
  const flows = [...new Map(tellings.map((flow) => [flow.id, flow])).values()];
  return { tellings, flows, counters: pipeline.counters(), diagnostics: pipeline.diagnostics() };
}

function flowsIn(bytes: Uint8Array): EncryptedFlow[] {
  const lines = Buffer.from(bytes).toString().trim().split('\n');
  return lines.map((line) => encryptedFlowSchema.parse(JSON.parse(line)));
}

/** What the ledger of flows leaves unexplained: 0 if it balances. */
export function unaccountedFlows({ encrypted_flows: flows }: PipelineCounters): number {
  const dropped = Object.values(flows!.dropped).reduce((sum, count) => sum + count, 0);
  return (
    flows!.seen - flows!.stored - flows!.filtered - flows!.sampled - dropped - flows!.foreign - flows!.pending
  );
}
