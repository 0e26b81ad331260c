import { messageTemplates, type Template } from './message-templates.ts';

/** An exchange is a query with its response, by a client of which the last 16 bits of the address are told. */
export interface Exchange {
  readonly query: Buffer;
  readonly response: Buffer;
  readonly client: number;
  readonly port: number;
  readonly ipv6: boolean;
}

const templates = messageTemplates();

/** Makes the exchange of that number out of the commonest kinds: the same in every run. */
export function exchangeAt(index: number): Exchange {
  const template = templates[pseudoRandom(index) % templates.length]!;
  const id = (index * 40_503) & 0xffff;
  const label = (pseudoRandom(index + 7) >>> 0).toString(36).padStart(template.labelLength, '0');
  return {
    query: stamp(template.query, template, id, label),
    response: stamp(template.response, template, id, label),
    client: pseudoRandom(index + 3) & 0xffff,
    port: 1_024 + (pseudoRandom(index + 5) % 60_000),
    ipv6: index % 8 === 3,
  };
}

function stamp(message: Buffer, { labelLength }: Template, id: number, label: string): Buffer {
  const copy = Buffer.from(message);
  copy.writeUInt16BE(id, 0);
  copy.write(label.slice(-labelLength), 13, 'latin1');
  return copy;
}

/** Gives a number that looks random and is the same in every run. */
export function pseudoRandom(value: number): number {
  let mixed = Math.imul(value + 0x6d2b79f5, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
