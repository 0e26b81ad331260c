import { randomUUID } from 'node:crypto';
import type { EncryptedTransport, HelloState } from '@sonde/shared/batch/encrypted-flow.ts';
import type { ClientHello } from './client-hello.ts';
import { HelloBytes } from './hello-bytes.ts';
import type { LookedUp } from './looked-up.ts';
import type { InitialKeys } from './quic-initial.ts';

/**
 * A flow's fate states what is done with it: a `candidate` has not shown yet that it is one; the others are counted once, as what they are.
 * `leftOut` ones were filtered, sampled out, over the rate or no TLS, and are remembered so that they are not counted again.
 */
export type FlowFate = 'candidate' | 'followed' | 'leftOut';

/** A flow is one connection to a server of encrypted DNS. */
export class Flow {
  readonly id = randomUUID();
  /** Four words each of the client's and of the server's address. */
  readonly words = new Int32Array(8);
  clientPort = 0;
  serverPort = 0;
  network = 0;
  vlan = 0;
  isTcp = false;
  startedAt = 0;
  lastSeenAt = 0;
  octetsToServer = 0;
  octetsToClient = 0;
  fate: FlowFate = 'candidate';
  transport: EncryptedTransport = 'dot';
  provider: string | undefined;
  lookedUp: LookedUp = 'unknown';
  helloState: HelloState | 'pending' = 'pending';
  hello: ClientHello | undefined;
  /** Undefined once the hello is read, or none is waited for. */
  bytes: HelloBytes | undefined;
  /** Of TCP: the sequence number of the client's first octet; meaningless before `isBegun`. */
  firstSequence = 0;
  isBegun = false;
  /** Of QUIC. */
  keys: InitialKeys | undefined;
  initials = 0;
  /** Of a connection joined midway: whether octets of both sides came, and some of them look like what is expected. */
  looksRight = false;
  clientFinished = false;
  serverFinished = false;
  tellings = 0;
  toldAt = 0;
  /** Octets at the last telling, in both directions. */
  toldOctets = 0;
  hash = 0;
  /** The next one with the same hash. */
  chain: Flow | undefined;

  get memory(): number {
    return this.bytes?.memory ?? 0;
  }

  waitForHello(): HelloBytes {
    this.bytes ??= new HelloBytes();
    return this.bytes;
  }

  /** Takes the hello, or that there is none. */
  settle(state: HelloState, hello?: ClientHello): void {
    this.helloState = state;
    this.hello = hello;
    this.bytes = undefined;
    this.keys = undefined;
  }
}
