import { maxBatchRows } from '@sonde/shared/batch/limits.ts';

/**
 * The filter options state which transactions are kept. An empty list allows everything; a deny list wins over an allow
 * list.
 */
export interface FilterOptions {
  /** Names that are kept or left out with all names below them, in presentation form. */
  readonly allowSuffixes: readonly string[];
  readonly denySuffixes: readonly string[];
  /** Query types by number. */
  readonly allowTypes: readonly number[];
  readonly denyTypes: readonly number[];
  /** Response codes by number. Transactions without a response pass unless there is an allow list. */
  readonly allowResponseCodes: readonly number[];
  readonly denyResponseCodes: readonly number[];
  /** Client networks as `address/length`. */
  readonly allowClients: readonly string[];
  readonly denyClients: readonly string[];
}

/** The privacy options state which data is cut or replaced in rows to protect people (RFC 8932). */
export interface PrivacyOptions {
  /** Prefix lengths that client addresses and client subnets are cut to; 32 and 128 leave them whole. */
  readonly clientPrefixV4: number;
  readonly clientPrefixV6: number;
  /** 32 bytes of key for Crypto-PAn pseudonyms; undefined leaves addresses as they are. */
  readonly pseudonymKey: Uint8Array | undefined;
  /** Labels, counted from the right, that names are cut to; 0 leaves them whole. */
  readonly nameLabels: number;
}

/** The transaction options control how messages become rows. */
export interface TransactionOptions {
  /** Microseconds that a query waits for its response. */
  readonly queryTimeout: number;
  /** Transactions remembered at once, waiting ones and answered ones that a duplicate may follow. */
  readonly maxTransactions: number;
  /** Rows are handed out when this many bytes or rows have been written. */
  readonly maxBufferBytes: number;
  readonly maxBufferRows: number;
  /** Whether the records of responses are kept. */
  readonly keepRecords: boolean;
  readonly filters: FilterOptions;
  /** One in so many flows is kept; 1 is all of them. */
  readonly sampling: number;
  readonly privacy: PrivacyOptions;
}

/** The changeable options are the options that may change while rows are written. */
export type ChangeableOptions = Pick<TransactionOptions, 'filters' | 'sampling' | 'privacy'>;

export const noFilters: FilterOptions = {
  allowSuffixes: [],
  denySuffixes: [],
  allowTypes: [],
  denyTypes: [],
  allowResponseCodes: [],
  denyResponseCodes: [],
  allowClients: [],
  denyClients: [],
};

export const noPrivacy: PrivacyOptions = {
  clientPrefixV4: 32,
  clientPrefixV6: 128,
  pseudonymKey: undefined,
  nameLabels: 0,
};

export const defaultTransactionOptions: TransactionOptions = {
  queryTimeout: 5_000_000,
  maxTransactions: 65_536,
  maxBufferBytes: 256 * 1024,
  maxBufferRows: Math.min(16_384, maxBatchRows),
  keepRecords: true,
  filters: noFilters,
  sampling: 1,
  privacy: noPrivacy,
};
