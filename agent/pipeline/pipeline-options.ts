import {
  defaultTransactionOptions,
  type TransactionOptions,
} from '@sonde/sensor/rows/transaction-options.ts';
import type { ShareOptions } from '../decode/flow-share.ts';
import type { EncryptedDnsOptions } from '../encrypted/encrypted-dns-options.ts';

/** The pipeline options control how packets become rows. */
export interface PipelineOptions extends TransactionOptions {
  /** UDP and TCP ports that carry DNS messages. 5353 is mDNS, 5355 LLMNR, 137 NetBIOS name service. */
  readonly ports: readonly number[];
  /** TCP connections followed at once, and microseconds without a segment after which one is forgotten. */
  readonly maxStreams: number;
  readonly streamTimeout: number;
  /** Bytes of early or unfinished TCP data kept, in all. */
  readonly maxStreamBytes: number;
  /** Fragmented datagrams put together at once, microseconds that one may take, and bytes kept in all. */
  readonly maxDatagrams: number;
  readonly datagramTimeout: number;
  readonly maxDatagramBytes: number;
  /** The seed of the hashes that tell senders apart, each of which may have its share of these bytes; undefined: drawn. */
  readonly sourceSeed?: number | undefined;
  /** How connections of encrypted DNS are followed; undefined if they are not. */
  readonly encryptedDns?: EncryptedDnsOptions | undefined;
  /** Whether DNS over HTTPS in the clear is read, and what TLS carries if a file has its secrets: of files, for it takes all of TCP. */
  readonly opensStreams: boolean;
  /** Threads that decode, each its share of the flows. */
  readonly threads: number;
  /** The share of one of several pipelines that are given the same packets; undefined if all flows are its own. */
  readonly share?: ShareOptions | undefined;
}

export const defaultPipelineOptions: PipelineOptions = {
  ...defaultTransactionOptions,
  ports: [53, 5353, 5355, 137],
  maxStreams: 16_384,
  streamTimeout: 120_000_000,
  maxStreamBytes: 32 * 1024 * 1024,
  maxDatagrams: 1_024,
  datagramTimeout: 30_000_000,
  maxDatagramBytes: 16 * 1024 * 1024,
  opensStreams: false,
  threads: 1,
};
