import type { DnsFailure } from '../../../ports/dns-answer.ts';
import type { DecodedMessage } from '../message/decode-message.ts';

/** A reply is the result of one sent message: the message that came back, or the failure. */
export type Reply =
  | { readonly message: DecodedMessage; readonly size: number }
  | { readonly failure: DnsFailure; readonly failureMessage: string };

/**
 * A recognise function reads a received message: the message, `foreign` if it answers another question than ours, or
 * that it can't be read.
 */
export type Recognise = (bytes: Uint8Array) => DecodedMessage | 'foreign' | 'malformed';

export interface Sending {
  readonly server: string;
  readonly port: number;
  readonly message: Uint8Array;
  readonly recognise: Recognise;
  readonly timeoutMilliseconds: number;
  /** Ends the waiting early. */
  readonly signal: AbortSignal;
}

export function networkFailure(error: NodeJS.ErrnoException, server: string): Reply {
  const failureMessage = `${server} could not be reached: ${error.code ?? error.message}.`;
  return { failure: 'unreachable', failureMessage };
}

export function timedOut(server: string): Reply {
  return { failure: 'timeout', failureMessage: `${server} did not answer in time.` };
}

export function givenUp(server: string): Reply {
  return { failure: 'timeout', failureMessage: `The question to ${server} was given up.` };
}
