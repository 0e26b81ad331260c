import type { ToldParts } from '@sonde/sensor/pairing/message-origin.ts';
import * as packets from '../../capture/logs/logged-packet.ts';
import { layers } from '../layers.ts';
import type { Packet } from '../packet.ts';

const { loggedKinds, loggedOffsets } = packets;

/** The logged parts are what stands before a logged message; one object is filled again for every one. */
export class LoggedParts {
  readonly #told: ToldParts = { size: 0, marks: 0, hasResponseCode: true, extendedCode: 0 };

  /** Reads where a logged message came from and what is told of it; the packet then stands at the message. Returns one of `loggedKinds`, 0 for nothing. */
  read(packet: Packet): number {
    packet.layer = layers.done;
    if (!packet.has(1)) return 0;
    const { bytes, position } = packet;
    const kind = bytes[position + loggedOffsets.kind]!;
    if (kind === loggedKinds.unreadable || !packet.has(loggedOffsets.message)) return kind;
    const addresses = position + loggedOffsets.addresses;
    packet.addressBytes.set(bytes.subarray(addresses, addresses + 32));
    packet.sourcePort = packet.uint16(position + loggedOffsets.ports);
    packet.destinationPort = packet.uint16(position + loggedOffsets.ports + 2);
    packet.transport = bytes[position + loggedOffsets.transport]!;
    packet.exchange = packet.view.getUint32(position + loggedOffsets.exchange) & 0x7fff_ffff;
    packet.network = packet.exchange;
    const told = this.#told;
    const code = bytes[position + loggedOffsets.hasResponseCode]!;
    told.hasResponseCode = code > 0;
    told.extendedCode = Math.max(0, code - 1);
    told.marks = packet.uint16(position + loggedOffsets.marks);
    told.size = packet.uint16(position + loggedOffsets.size);
    if (kind === loggedKinds.message) packet.told = told;
    packet.position += loggedOffsets.message;
    return kind;
  }
}
