import dnsPacket, { type Packet as DnsMessage } from 'dns-packet';
import type { Ends } from './network.ts';

export interface Exchange {
  readonly query: Buffer;
  readonly response: Buffer;
  readonly client: Ends;
  readonly server: Ends;
  /** Microseconds of query and response. */
  readonly queryTime: number;
  readonly responseTime: number;
}

export const startTime = 1_790_000_000_000_000;

/** Queries and responses of several kinds, each between its own client and one server. */
export function exchanges(count: number, ipv6 = false): Exchange[] {
  return Array.from({ length: count }, (_, index) => {
    const name = `host-${index}.Example.COM`;
    const question = { name, ...kindOf(index).question };
    const id = (index * 7_919) & 0xffff;
    const query: DnsMessage = { type: 'query', id, flags: 0x0100, questions: [question] };
    const response: DnsMessage = {
      ...query,
      type: 'response',
      flags: 0x8180,
      answers: kindOf(index).answers(name),
    };
    const client: Ends = {
      source: ipv6 ? `2001:db8::${(index + 1).toString(16)}` : `192.0.2.${(index % 250) + 1}`,
      destination: ipv6 ? '2001:db8:53::53' : '198.51.100.53',
      sourcePort: 20_000 + index,
      destinationPort: 53,
    };
    const queryTime = startTime + index * 1_000;
    return {
      query: dnsPacket.encode(query),
      response: dnsPacket.encode(response),
      client,
      server: reverse(client),
      queryTime,
      responseTime: queryTime + 250,
    };
  });
}

export function reverse(ends: Ends): Ends {
  return {
    source: ends.destination,
    destination: ends.source,
    sourcePort: ends.destinationPort,
    destinationPort: ends.sourcePort,
  };
}

type Kind = {
  question: { type: 'A' | 'AAAA' | 'MX' | 'TXT' };
  answers: (name: string) => NonNullable<DnsMessage['answers']>;
};

function kindOf(index: number): Kind {
  const kinds: Kind[] = [
    {
      question: { type: 'A' },
      answers: (name) => [{ type: 'A', name, ttl: 300, data: `203.0.113.${index % 256}` }],
    },
    {
      question: { type: 'AAAA' },
      answers: (name) => [{ type: 'AAAA', name, ttl: 60, data: `2001:db8::${index + 1}` }],
    },
    {
      question: { type: 'MX' },
      answers: (name) => [
        { type: 'MX', name, ttl: 60, data: { preference: 10, exchange: 'mail.example.com' } },
      ],
    },
    {
      question: { type: 'TXT' },
      answers: (name) => [{ type: 'TXT', name, ttl: 5, data: [`say "${index}"`, 'b\\c'] }],
    },
  ];
  return kinds[index % kinds.length]!;
}
