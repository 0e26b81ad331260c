import type { MessageOrigin } from '@sonde/sensor/pairing/message-origin.ts';
import { transportOf } from '../dnstap/message-types.ts';
import type { MessageView } from '../dnstap/message-view.ts';
import { policyRuleText } from '../dnstap/policy-rule.ts';

const sourceAt = 0;
const destinationAt = 16;
const nothing = new Uint8Array(0);

/** Tells whether the frame tells of a response: all even types of dnstap do. */
export function isResponseFrame(view: MessageView): boolean {
  return (view.type & 1) === 0;
}

/**
 * Fills in the origin of a frame's message: addresses, ports, transport and time. `now` stands in for a time that the
 * frame lacks, in microseconds since 1970.
 */
export function fillOrigin(origin: MessageOrigin, view: MessageView, now: () => number): void {
  const { buffer } = view;
  const bytes = origin.addressBytes;
  const initiatorAt = isResponseFrame(view) ? destinationAt : sourceAt;
  const responderAt = isResponseFrame(view) ? sourceAt : destinationAt;
  copyAddress(bytes, initiatorAt, buffer, view.queryAddressStart, view.queryAddressEnd);
  copyAddress(bytes, responderAt, buffer, view.responseAddressStart, view.responseAddressEnd);
  origin.sourcePort = isResponseFrame(view) ? view.responsePort : view.queryPort;
  origin.destinationPort = isResponseFrame(view) ? view.queryPort : view.responsePort;
  origin.time = timeOf(view, now);
  origin.transport = transportOf(view.socketProtocol);
  const hasPolicy = view.policyTypeEnd > view.policyTypeStart || view.policyAction !== 0;
  origin.policyRule = hasPolicy ? Buffer.from(policyRuleText(view), 'latin1') : nothing;
}

/** IPv4 as RFC 4291 section 2.5.5.2 maps it; an absent address is all zeros. */
function copyAddress(to: Uint8Array, at: number, from: Uint8Array, start: number, end: number): void {
  to.fill(0, at, at + 16);
  const length = end - start;
  if (length === 4) {
    to[at + 10] = 0xff;
    to[at + 11] = 0xff;
  }
  const first = at + 16 - length;
  for (let index = 0; index < length; index++) to[first + index] = from[start + index]!;
}

/** Returns the time at which the message passed, in microseconds since 1970; `now` if the frame does not say. */
export function timeOf(view: MessageView, now: () => number): number {
  const isResponse = isResponseFrame(view);
  const seconds = isResponse ? view.responseSeconds : view.querySeconds;
  if (seconds === 0) return now();
  const nanoseconds = isResponse ? view.responseNanoseconds : view.queryNanoseconds;
  return seconds * 1_000_000 + Math.floor(nanoseconds / 1_000);
}
