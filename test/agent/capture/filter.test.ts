import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { captureFilters } from '../../../agent/capture/filter.ts';
import { pcapFile } from '../../support/packets/capture-file.ts';
import { carriers } from '../../support/packets/carriers.ts';
import { frame, ip, tcp, udp } from '../../support/packets/network.ts';
import { exchanges } from '../../support/packets/transactions.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

/** How many of the frames the first filter lets pass that this link type takes, as libpcap understands it. */
async function passing(directory: string, frames: readonly Buffer[], linkType: number, narrowing = '') {
  const from = join(directory, `${linkType}-from.pcap`);
  const to = join(directory, `${linkType}-to.pcap`);
  writeFileSync(
    from,
    pcapFile(
      frames.map((bytes) => ({ bytes, time: 0 })),
      linkType,
    ),
  );
  for (const filter of captureFilters([53], narrowing)) {
    const { status } = spawnSync('tcpdump', ['-r', from, '-w', to, filter]);
    if (status !== 0) continue;
    const file = await readFile(to);
    let count = 0;
    for (let at = 24; at < file.length; at += 16 + file.readUInt32LE(at + 8)) count++;
    return count;
  }
  throw new Error(`no filter suits link type ${linkType}`);
}

for (const [name, { carry, linkType = 1, ipv6, isUnfiltered }] of Object.entries(carriers)) {
  if (isUnfiltered === true) continue;
  test(`the filter of a live capture lets ${name} pass`, async (t) => {
    const [{ client, server, query, response }] = exchanges(1, ipv6) as [ReturnType<typeof exchanges>[0]];
    const frames = [...carry(client, query, 1), ...carry(server, response, 2)];
    t.is(await passing(await temporaryDirectory(t), frames, linkType), frames.length);
  });
}

test('the filter lets pass the errors of ICMP that quote DNS, and no others', async (t) => {
  const directory = await temporaryDirectory(t);
  for (const isV6 of [false, true]) {
    const [{ client, server, query, response }] = exchanges(1, isV6) as [ReturnType<typeof exchanges>[0]];
    const error = (ends: typeof client, type: number, message: Buffer) =>
      frame(
        ip(
          { ...ends, source: ends.destination, destination: ends.source },
          isV6 ? 58 : 1,
          Buffer.concat([Buffer.of(type, 0, 0, 0, 0, 0, 0, 0), ip(ends, 17, udp(ends, message))]),
        ),
      );
    const quoting = [error(client, isV6 ? 1 : 3, query), error(server, isV6 ? 3 : 11, response)];
    t.is(await passing(directory, quoting, 1), 2);
    const web = { ...client, destinationPort: 443 };
    const others = [error(web, isV6 ? 1 : 3, query), error(client, isV6 ? 128 : 8, query)];
    t.is(await passing(directory, others, 1), 0);
  }
});

test('the filter keeps out what holds no DNS, and what it is narrowed to leave out', async (t) => {
  const directory = await temporaryDirectory(t);
  const [{ client, query }] = exchanges(1) as [ReturnType<typeof exchanges>[0]];
  const web = { ...client, destinationPort: 443 };
  const others = [frame(ip(web, 6, tcp(web, 1, 1, 16))), frame(ip(web, 17, udp(web, query)))];
  t.is(await passing(directory, others, 1), 0);
  const asked = [frame(ip(client, 17, udp(client, query)))];
  t.is(await passing(directory, asked, 1, `not host ${client.source}`), 0);
  t.is(await passing(directory, asked, 1, `host ${client.source}`), 1);
});
