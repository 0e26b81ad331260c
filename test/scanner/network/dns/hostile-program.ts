import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DecodedPacket } from 'dns-packet';
import { labNetwork } from '../../../support/lab/lab-network.ts';
import {
  alias,
  framed,
  nameServer,
  type OddServer,
  octetsOf,
  startOddServer,
} from '../../../support/lab/odd-server.ts';
import { runCase } from '../../../support/lab/run-case.ts';
import type { LabZone } from '../../../support/lab/zone.ts';

const nameOf = (packet: DecodedPacket) => packet.questions?.[0]?.name ?? '.';
const cut = { flags: 0x0600 };

/** By the label of their zones. */
const servers: Readonly<Record<string, OddServer>> = {
  'endless-aliases': {
    udp: (packet) => ({
      answers: [alias(nameOf(packet), `${randomBytes(4).toString('hex')}.endless-aliases.example`)],
    }),
  },
  'endless-referrals': {
    udp: (packet) => {
      const name = nameOf(packet).toLowerCase();
      const labels = name.split('.');
      const known = referred.get(name) ?? 2;
      referred.set(name, known + 1);
      const child = labels.slice(-Math.min(known + 1, labels.length)).join('.');
      return {
        flags: 0,
        authorities: [nameServer(child, `ns.${child}`)],
        additionals: [{ type: 'A', name: `ns.${child}`, ttl: 60, data: addressOf('endless-referrals') }],
      };
    },
  },
  'many-servers': {
    udp: (packet) => ({
      flags: 0,
      authorities: Array.from({ length: 24 }, (_, index) =>
        nameServer(`deep.many-servers.example`, `n${index}.${nameOf(packet).length}.victim.example`),
      ),
    }),
  },
  garbage: {
    udp: (packet) =>
      Buffer.concat([octetsOf(packet, {}).subarray(0, 6), Buffer.from([0, 9, 0, 9, 0, 9]), randomBytes(60)]),
  },
  'other-id': {
    udp: (packet) => octetsOf({ ...packet, id: ((packet.id ?? 0) + 1) & 0xffff }, {}),
  },
  silent: { udp: () => undefined },
  'slow-stream': {
    udp: () => cut,
    tcp: (packet, socket) => {
      void (async () => {
        for (const octet of framed(octetsOf(packet, {}))) {
          if (socket.destroyed) return;
          socket.write(Uint8Array.of(octet));
          await sleep(150);
        }
      })();
    },
  },
  'cut-stream': {
    udp: () => cut,
    tcp: (_, socket) => void socket.end(Buffer.from([0xff, 0xff, 1, 2, 3])),
  },
  'huge-set': {
    udp: () => cut,
    tcp: (packet, socket) => {
      const answers = Array.from({ length: 900 }, (_, index) => ({
        type: 'TXT' as const,
        name: nameOf(packet),
        ttl: 60,
        data: [`${index} ${'x'.repeat(30)}`],
      }));
      socket.end(framed(octetsOf(packet, { answers })));
    },
  },
  'wrong-letters': {
    udp: (packet) => {
      const questions =
        packet.questions?.map((question) => ({ ...question, name: question.name.toLowerCase() })) ?? [];
      return { questions, answers: [{ type: 'A', name: nameOf(packet), ttl: 60, data: '198.18.10.1' }] };
    },
    tcp: (packet, socket) =>
      void socket.end(
        framed(
          octetsOf(packet, { answers: [{ type: 'A', name: nameOf(packet), ttl: 60, data: '198.18.10.1' }] }),
        ),
      ),
  },
  'no-edns': {
    udp: (packet) =>
      (packet.additionals?.length ?? 0) > 0
        ? { flags: 0x0401 }
        : { answers: [{ type: 'A', name: nameOf(packet), ttl: 60, data: '198.18.10.1' }] },
  },
  poison: {
    udp: (packet) => ({
      answers: [
        { type: 'A', name: nameOf(packet), ttl: 60, data: '198.18.10.1' },
        { type: 'A', name: 'www.victim.example', ttl: 60, data: '198.18.66.6' },
      ],
    }),
  },
};

const referred = new Map<string, number>();
const labels = Object.keys(servers);
const addressOf = (label: string) => `198.18.8.${labels.indexOf(label) + 1}`;

const zones: LabZone[] = [
  ...labels.map(
    (label): LabZone => ({
      name: `${label}.example`,
      signing: false,
      unserved: true,
      servers: [addressOf(label)],
    }),
  ),
  { name: 'victim.example', records: 'www A 198.18.10.1' },
  // Each is served by names in the other.
  { name: 'this.example', signing: false, unserved: true, delegation: 'this.example. NS ns.that.example.' },
  { name: 'that.example', signing: false, unserved: true, delegation: 'that.example. NS ns.this.example.' },
];
const long = Array.from({ length: 40 }, (_, index) => `l${index}`).join('.');
const questions: readonly (readonly [string, number])[] = [
  ...labels.map((label) => [`www.${label}.example`, label === 'huge-set' ? 16 : 1] as const),
  [`${long}.endless-referrals.example`, 1],
  ['x.deep.many-servers.example', 1],
  ['www.this.example', 1],
];

await runCase({ zones }, async (lab) => {
  await Promise.all(labels.map((label) => startOddServer(addressOf(label), servers[label]!)));
  const results = await Promise.all(
    questions.map(async ([name, type]) => {
      const dns = labNetwork(lab).forScan({ questions: 100, milliseconds: 8_000 });
      const { failure, failureMessage, answer } = await dns.resolve(name, type);
      return [
        name.slice(-40),
        {
          failure,
          failureMessage,
          records: answer.length,
          names: [...new Set(answer.map((one) => one.name))],
          questions: dns.questionsAsked,
        },
      ];
    }),
  );
  const dns = labNetwork(lab).forScan({ questions: 100, milliseconds: 8_000 });
  await dns.resolve('www.poison.example', 1);
  const victim = await dns.resolve('www.victim.example', 1);
  return {
    ...Object.fromEntries(results),
    victim: { records: victim.answer.filter(({ type }) => type === 1).map(({ text }) => text) },
  };
});
