import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import type { Endpoint } from '../net/read-endpoint.ts';
import { headerBytes } from '../rpz/constants.ts';

const patience = 2_000;
const attempts = 3;

/**
 * Asks the resolver for the A records of a name over UDP and returns the response code and addresses; undefined if no
 * response comes.
 */
export async function askAddress(
  resolver: Endpoint,
  name: string,
): Promise<{ code: number; addresses: string[] } | undefined> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const response = await exchange(resolver, question(name));
    if (response !== undefined) {
      return { code: response[3]! & 0x0f, addresses: addressesOf(response) };
    }
  }
  return undefined;
}

function question(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from(label, 'latin1'));
  const header = Buffer.alloc(headerBytes);
  header.writeUInt16BE(randomInt(65_536), 0);
  // Recursion desired; one question.
  header.writeUInt16BE(0x0100, 2);
  header.writeUInt16BE(1, 4);
  const wire = labels.map((label) => Buffer.concat([Buffer.from([label.length]), label]));
  return Buffer.concat([header, ...wire, Buffer.from([0, 0, 1, 0, 1])]);
}

function exchange({ host, port }: Endpoint, query: Buffer): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
    const done = (response?: Buffer): void => {
      clearTimeout(timer);
      socket.close();
      resolve(response);
    };
    const timer = setTimeout(() => done(), patience);
    // Nobody listens there; the time decides, as the resolver may be on its way.
    socket.on('error', () => undefined);
    socket.on('message', (message) => {
      if (message.length > headerBytes && message.readUInt16BE(0) === query.readUInt16BE(0)) done(message);
    });
    socket.connect(port, host, (error?: Error) => {
      if (error === undefined) socket.send(query, () => undefined);
    });
  });
}

/** Data of A records of the answer section; the questions and owners before them are stepped over. */
function addressesOf(message: Buffer): string[] {
  const addresses: string[] = [];
  const step = (from: number): number => {
    let at = from;
    while (at < message.length) {
      const length = message[at]!;
      if (length >= 0xc0) return at + 2;
      if (length === 0) return at + 1;
      at += length + 1;
    }
    return message.length;
  };
  let at = headerBytes;
  for (let count = message.readUInt16BE(4); count > 0 && at < message.length; count--) at = step(at) + 4;
  for (let count = message.readUInt16BE(6); count > 0; count--) {
    at = step(at);
    if (at + 10 > message.length) return addresses;
    const length = message.readUInt16BE(at + 8);
    const end = at + 10 + length;
    if (message.readUInt16BE(at) === 1 && length === 4 && end <= message.length) {
      addresses.push(message.subarray(at + 10, end).join('.'));
    }
    at = end;
  }
  return addresses;
}
