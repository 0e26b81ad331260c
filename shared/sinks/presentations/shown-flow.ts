import type { EncryptedFlow } from '../../batch/encrypted-flow.ts';
import type { Field, OutgoingConnection } from './presentation.ts';

/** Tells whether a connection runs over a stream, or over datagrams as QUIC does. */
export function layerBelowFlow({ transport }: EncryptedFlow): 'tcp' | 'udp' {
  return transport === 'dot' || transport === 'doh' ? 'tcp' : 'udp';
}

/** The part of a connection's life that a telling is of: the first of one that lasts, the last one, or one between. */
export function partOfLife({ telling, is_open: isOpen }: EncryptedFlow): 'begun' | 'ended' | 'lasting' {
  if (!isOpen) return 'ended';
  return telling === 1 ? 'begun' : 'lasting';
}

/** Makes a field of a connection that is read of its flow alone. */
export function flowField(
  name: string,
  holds: string,
  value: (flow: EncryptedFlow) => unknown,
): Field<OutgoingConnection> {
  return { name, holds, value: ({ flow }) => value(flow) };
}
