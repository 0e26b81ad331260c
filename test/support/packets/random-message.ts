import dnsPacket, { type Answer, type Packet as DnsMessage } from 'dns-packet';

/** A generator of random numbers that is the same in every run (mulberry32). */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const labels = [
  'www',
  'mail',
  'a',
  'xn--bcher-kva',
  'UPPER',
  '_tcp',
  'x'.repeat(63),
  '0',
  'with space',
  'caf\u00e9',
];

function randomName(random: (below: number) => number): string {
  return Array.from({ length: 1 + random(4) }, () => labels[random(labels.length)]!).join('.');
}

function randomAnswer(random: (below: number) => number): Answer {
  const name = randomName(random);
  const ttl = random(100_000);
  const kinds: Answer[] = [
    { type: 'A', name, ttl, data: `192.0.2.${random(256)}` },
    {
      type: 'AAAA',
      name,
      ttl,
      data: `2001:db8::${random(65_536).toString(16)}:${random(65_536).toString(16)}`,
    },
    { type: 'CNAME', name, ttl, data: randomName(random) },
    { type: 'NS', name, ttl, data: randomName(random) },
    { type: 'PTR', name, ttl, data: randomName(random) },
    { type: 'MX', name, ttl, data: { preference: random(65_536), exchange: randomName(random) } },
    { type: 'TXT', name, ttl, data: [Buffer.from(`t${random(1_000)}`), Buffer.of(random(256), random(256))] },
    {
      type: 'SOA',
      name,
      ttl,
      data: {
        mname: randomName(random),
        rname: randomName(random),
        serial: random(0x7fff_ffff),
        refresh: random(10_000),
        retry: random(10_000),
        expire: random(10_000),
        minimum: random(10_000),
      },
    },
    {
      type: 'SRV',
      name,
      ttl,
      data: { priority: random(100), weight: random(100), port: random(65_536), target: randomName(random) },
    },
    { type: 'CAA', name, ttl, data: { flags: 0, tag: 'issue', value: 'ca.example' } },
    {
      type: 'DS',
      name,
      ttl,
      data: { keyTag: random(65_536), algorithm: 13, digestType: 2, digest: Buffer.alloc(32, random(256)) },
    },
  ];
  return kinds[random(kinds.length)]!;
}

/** A random query or response, as dns-packet takes it. */
export function randomMessage(random: (below: number) => number): DnsMessage {
  const isResponse = random(2) === 1;
  const records = (most: number): Answer[] =>
    Array.from({ length: random(most) }, () => randomAnswer(random));
  return {
    type: isResponse ? 'response' : 'query',
    id: random(65_536),
    flags: random(0x0800) & 0x07f0,
    questions: [{ name: randomName(random), type: random(2) === 0 ? 'A' : 'AAAA', class: 'IN' }],
    answers: isResponse ? records(5) : [],
    authorities: isResponse ? records(3) : [],
    additionals: [
      ...(isResponse ? records(3) : []),
      ...(random(2) === 0
        ? [
            {
              type: 'OPT' as const,
              name: '.' as const,
              udpPayloadSize: 1_232,
              extendedRcode: 0,
              ednsVersion: 0,
              flags: random(2) * 0x8000,
              flag_do: true,
              options: [],
            },
          ]
        : []),
    ],
  };
}

export function encodeRandomMessage(random: (below: number) => number): Buffer {
  return dnsPacket.encode(randomMessage(random));
}
