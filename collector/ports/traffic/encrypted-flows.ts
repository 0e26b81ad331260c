import type { EncryptedFlow } from '@sonde/shared/batch/encrypted-flow.ts';
import type { Choice } from '@sonde/shared/batch/query-conditions.ts';
import type { TrafficScope } from './traffic.ts';

/** A seen flow is an encrypted flow with the place that it was seen at. */
export interface SeenFlow {
  readonly locationId: number;
  readonly agentId: number;
  readonly flow: EncryptedFlow;
}

type Transport = EncryptedFlow['transport'];

/** Flow conditions state what flows are to be like: everything that is given must hold. */
export interface FlowConditions {
  readonly clients?: Choice<string> | undefined;
  readonly servers?: Choice<string> | undefined;
  readonly transports?: Choice<Transport> | undefined;
  /** An empty one stands for servers that are on no list. */
  readonly providers?: Choice<string> | undefined;
  /** Names of servers that clients named, or names above them. */
  readonly serverNames?: Choice<string> | undefined;
  readonly ja4?: Choice<string> | undefined;
  readonly lookedUp?: Choice<EncryptedFlow['looked_up']> | undefined;
  readonly agents?: Choice<number> | undefined;
}

/** A flow filter chooses flows that lasted in its range. */
export interface FlowFilter extends TrafficScope, FlowConditions {}

export interface FlowPage {
  readonly flows: readonly SeenFlow[];
  /** Undefined on the last page. */
  readonly nextCursor: string | undefined;
}

/** The share of a client: its connections of encrypted DNS beside its queries in the clear. */
export interface ClientShare {
  readonly client: string;
  readonly flows: number;
  readonly queries: number;
  readonly octets: number;
  readonly providers: readonly string[];
  /** Connections whose server the client had not been given the address of by clear DNS. */
  readonly notLookedUp: number;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
}

export interface FlowCount {
  /** Empty for servers that are on no list. */
  readonly name: string;
  readonly flows: number;
  readonly clients: number;
  readonly octets: number;
}

export interface EncryptedShare {
  readonly flows: number;
  readonly clients: number;
  readonly octetsToServer: number;
  readonly octetsToClient: number;
  /** Flows whose server the client had not been given the address of by clear DNS. */
  readonly notLookedUp: number;
  /** Queries in the clear, and clients that asked them, encrypted DNS or not. */
  readonly clearQueries: number;
  readonly clearClients: number;
  /** Clients that have connections and no query in the clear. */
  readonly clientsWithoutQueries: number;
  readonly transports: readonly FlowCount[];
  readonly providers: readonly FlowCount[];
  /** Those with the most connections. */
  readonly shares: readonly ClientShare[];
  /** Connections by the time that they began at, those from before in the first. */
  readonly series: readonly { readonly at: Date; readonly flows: number }[];
}

/** The encrypted flow store keeps connections of encrypted DNS. */
export interface EncryptedFlowStore {
  /** Stores lines as `flowLines` writes them; the same ones again change nothing. Throws a StoreError. */
  insert(lines: Buffer): Promise<void>;
  /** Finds flows, the newest first. */
  search(
    filter: FlowFilter,
    page: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<FlowPage>;
  /** Counts flows beside the queries in the clear of the same clients, who are limited as flows are; servers are not. */
  share(
    filter: FlowFilter,
    shape: { readonly top: number; readonly bucketSeconds: number },
  ): Promise<EncryptedShare>;
}

/** The flow spool keeps accepted flows on disk until they are in the store. */
export interface FlowSpool {
  readonly bytes: number;
  readonly waiting: number;
  /** Makes lines durable under a batch's id. Throws a StoreError `unavailable` if the disk takes nothing. */
  put(batchId: string, lines: Buffer): Promise<void>;
  /** The lines of the oldest, up to so many bytes of them together, if it is not one that is longer alone. */
  oldest(mostBytes: number): Promise<{ readonly ids: readonly string[]; readonly lines: Buffer } | undefined>;
  forget(batchIds: readonly string[]): Promise<void>;
  /** Moves them out of the way, for a person to look at. */
  setAside(batchIds: readonly string[]): Promise<void>;
}
