import type { DatasetSink } from './dataset-sink.ts';

/**
 * A role states which facts a dataset gives about addresses. `origin`: which systems announce a prefix. `system`: names
 * of systems. `delegation`: which registry gave a network to whom. `payload`: validated payloads of the RPKI. `place`:
 * the country and the city of use. The others mark networks: `hosting` with the provider's name, `tor` for networks
 * with exits, `relay`, `vpn`, `anycast`.
 */
export type DatasetRole =
  | 'origin'
  | 'system'
  | 'delegation'
  | 'payload'
  | 'place'
  | 'hosting'
  | 'tor'
  | 'relay'
  | 'vpn'
  | 'anycast';

/**
 * A dataset's content is a document that is parsed into tables, or a database in MaxMind's format, which is kept as it
 * is.
 */
export type DatasetContent =
  | {
      readonly kind: 'tables';
      /** 4 if prefixes of IPv6 beyond /64 have to be told apart. */
      readonly ipv6Words: 2 | 4;
      /** Reads the document; throws a DocumentError if the whole is not of its form. */
      readonly read: (document: AsyncIterable<Uint8Array>, sink: DatasetSink) => Promise<void>;
    }
  | { readonly kind: 'mmdb' };

/** A dataset describes one dataset: its source, its licence and its format. */
export interface Dataset {
  /** In kebab case. */
  readonly id: string;
  readonly name: string;
  readonly role: DatasetRole;
  /** Fields of answers that it fills, as the API names them. */
  readonly fills: readonly string[];
  /** Where it may be, the likeliest first; empty if only the operator has it. `{key}` stands for the key. */
  readonly urls: (now: Date) => readonly string[];
  /** Null if only the operator has it. */
  readonly homepage: string | null;
  /** On what terms its content may be used, in a few words. */
  readonly licence: string;
  /** The credit that the terms demand beside the content; null if they demand none. */
  readonly credit: string | null;
  /** Whether it needs no account and anybody may use it: `default` in the settings means these. */
  readonly isDefault: boolean;
  /** Among datasets of one role the smaller is believed first. */
  readonly rank: number;
  readonly content: DatasetContent;
  /** Seconds between two looks at it, and the least that its publisher allows. */
  readonly everySeconds: number;
  readonly leastSeconds: number;
  /** Of the document as it is fetched, and unpacked. */
  readonly maxBytes: number;
  readonly maxUnpackedBytes: number;
  /** Seconds after which its content is not to be relied upon any more; never if it is absent. */
  readonly staleSeconds?: number;
  /** No entries at all, or far fewer than before, are no sign of trouble. */
  readonly variesFreely?: boolean;
  /** Of the settings: without it the dataset is not fetched. */
  readonly key?: string;
}
