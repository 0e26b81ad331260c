import * as rowLayout from '@sonde/shared/batch/row-layout.ts';
import * as hashWords from './hash-words.ts';
import type { MessageOrigin } from './message-origin.ts';

// Constants of another module are looked up at each use: on the hot path they are made this one's own.
const { nameServices } = rowLayout;
const { finish, mix } = hashWords;

/** Offsets of the client's and the server's words among a packet's addresses. */
const source = 0;
const destination = 4;
const ports = { mdns: 5_353, llmnr: 5_355, nbns: 137 } as const;

/**
 * A flow names a message's client and server, whichever of them sent it; one object is reused from message to message.
 */
export class Flow {
  clientAt = 0;
  serverAt = 0;
  clientPort = 0;
  serverPort = 0;
  nameService: number = nameServices.dns;
  /** Whether the server's address is no part of the key: a query went to a group, its response comes from a member. */
  group = false;
  /** Whether a response may be one of unicast DNS on the port of mDNS, as the flow says, or of a member of its group. */
  isAmbiguous = false;

  set(origin: MessageOrigin, isResponse: boolean): void {
    this.clientAt = isResponse ? destination : source;
    this.serverAt = isResponse ? source : destination;
    this.clientPort = isResponse ? origin.destinationPort : origin.sourcePort;
    this.serverPort = isResponse ? origin.sourcePort : origin.destinationPort;
    this.nameService = origin.transport < 0 ? nameServiceOf(this.serverPort) : nameServices.dns;
    this.group = this.nameService !== nameServices.dns;
    this.isAmbiguous = false;
    if (this.nameService === nameServices.mdns && !this.#isOfGroup(origin)) {
      this.nameService = nameServices.dns;
      this.group = false;
      this.isAmbiguous = isResponse;
    }
  }

  /** Takes an ambiguous response for that of a member of the group. */
  setGroup(): void {
    this.nameService = nameServices.mdns;
    this.group = true;
  }

  /** Members of the group use its port at both ends or send to its address; others ask a name server that has the port. */
  #isOfGroup(origin: MessageOrigin): boolean {
    return (
      (this.clientPort === ports.mdns && this.serverPort === ports.mdns) ||
      isMulticast(origin.addressBytes, destination * 4)
    );
  }

  /**
   * Computes a hash of the flow alone, the same in every process, so that all agents of a site sample the same flows.
   */
  hash(origin: MessageOrigin, overTcp: boolean): number {
    const words = origin.addresses;
    let hash = overTcp ? 0x7f4a7c15 : 0x3c6ef372;
    for (let index = 0; index < 4; index++) hash = mix(hash, words[this.clientAt + index]!);
    // On the port of mDNS it is not known whether a response is that of a server or of a member of the group.
    if (!this.group && this.serverPort !== ports.mdns)
      for (let index = 0; index < 4; index++) hash = mix(hash, words[this.serverAt + index]!);
    return finish(mix(hash, (this.clientPort << 16) | this.serverPort));
  }
}

/** Of 224.0.0.0/4 in its mapped form, or of ff00::/8. */
function isMulticast(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xff || (bytes[at] === 0 && bytes[at + 10] === 0xff && bytes[at + 12]! >> 4 === 14);
}

function nameServiceOf(port: number): number {
  if (port === ports.mdns) return nameServices.mdns;
  if (port === ports.llmnr) return nameServices.llmnr;
  return port === ports.nbns ? nameServices.nbns : nameServices.dns;
}
