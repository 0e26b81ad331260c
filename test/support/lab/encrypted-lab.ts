import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { captureFilters } from '../../../agent/capture/filter.ts';
import { openLive } from '../../../agent/capture/pcap-live.ts';
import { makeCertificate } from '../certificates.ts';
import { type FilePacket, pcapFile } from '../packets/capture-file.ts';
import { cryptoFrame, initialPacket, quicVersions } from '../packets/quic-packets.ts';
import { realHello } from '../packets/real-hello.ts';
import { until } from '../until.ts';

/**
 * Run inside a network namespace of its own, as `node encrypted-lab.ts DIRECTORY`: Unbound answers there over UDP, TLS and HTTPS, and
 * dig asks it; for QUIC, which Debian's resolvers do not speak, kdig or, where that lacks, a packet of our own knocks. What an agent's
 * capture lets through goes to `lab.pcap` in the directory. Prints which programs took part as JSON.
 */
const [directory = ''] = process.argv.slice(2);
const run = promisify(execFile);
const server = '192.0.2.53';
const client = '198.51.100.7';
const quicClient = '198.51.100.8';

for (const command of [
  'link set lo up',
  ...[server, client, quicClient].map((each) => `addr add ${each}/32 dev lo`),
])
  execFileSync('ip', command.split(' '));
const { certificate, key } = await makeCertificate(directory, 'lab');
const configuration = join(directory, 'unbound.conf');
writeFileSync(
  configuration,
  `server:
  interface: ${server}@53
  interface: ${server}@853
  interface: ${server}@443
  tls-service-key: "${key}"
  tls-service-pem: "${certificate}"
  tls-port: 853
  https-port: 443
  access-control: 0.0.0.0/0 allow
  username: ""
  chroot: ""
  directory: "${directory}"
  pidfile: ""
  use-syslog: no
  do-daemonize: no
  module-config: "iterator"
  local-zone: "lab.test." static
  local-data: "dns.lab.test. 300 IN A ${server}"
  local-data: "www.lab.test. 300 IN A 203.0.113.80"
remote-control:
  control-enable: no
`,
);
const unbound = spawn('unbound', ['-d', '-c', configuration], { stdio: 'ignore' });
const packets: FilePacket[] = [];
// The filter of a capture that follows encrypted DNS, as the agent has it.
const capture = openLive('lo', { filter: captureFilters([53], undefined, [server]) });
const capturing = capture.run({
  packet: (bytes, start, end, originalLength, time, linkType) => {
    packets.push({ bytes: Buffer.from(bytes.subarray(start, end)), originalLength, time, linkType });
  },
});
try {
  await until(() => answers(853), 30_000);
  await until(() => answers(443), 30_000);
  const dig = (how: readonly string[], name: string) =>
    run('dig', ['-b', client, `@${server}`, '+tries=1', '+time=10', '+short', ...how, name, 'A']);
  const replies = [
    await dig([], 'dns.lab.test'),
    await dig(['+tls', `+tls-ca=${certificate}`, '+tls-hostname=localhost'], 'www.lab.test'),
    await dig(['+https'], 'www.lab.test'),
  ].map(({ stdout }) => stdout.trim());
  const quic = await knock();
  await until(() => packets.some(({ bytes }) => bytes.length > 1_000 && isQuic(bytes)), 30_000);
  // The last segments of connections that have ended.
  await until(() => packets.filter(({ bytes }) => isEnd(bytes)).length >= 4, 30_000);
  await capture.stop();
  await capturing;
  writeFileSync(join(directory, 'lab.pcap'), pcapFile(packets, packets[0]!.linkType));
  process.stdout.write(`${JSON.stringify({ replies, quic })}\n`);
} finally {
  if (unbound.exitCode === null) {
    unbound.kill('SIGTERM');
    await new Promise((resolve) => unbound.once('exit', resolve));
  }
}

/** Behind the headers of Ethernet and IPv4, which the loopback has without options. */
function isQuic(bytes: Uint8Array): boolean {
  return bytes[23] === 17 && ((bytes[36]! << 8) | bytes[37]!) === 853;
}

/** A segment with FIN of a connection that carried something: both sides send one. */
function isEnd(bytes: Uint8Array): boolean {
  return bytes[23] === 6 && (bytes[47]! & 1) !== 0;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: server, port, localAddress: quicClient });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => undefined);
    socket.once('connect', () => socket.destroy());
  });
}

/** Sends a client's first packets of QUIC to a port where nobody answers; returns who sent them. */
async function knock(): Promise<'kdig' | 'own'> {
  if (spawnSync('kdig', ['--version']).error === undefined) {
    // It ends with a timeout, since nobody answers it.
    await run('kdig', [
      '-b',
      quicClient,
      `@${server}`,

      '+tls-sni=dns.lab.test',
      '+quic',
      '+timeout=1',
      '+retry=0',
      'www.lab.test',
    ]).catch(() => undefined);
    return 'kdig';
  }
  const hello = (await realHello({ servername: 'dns.lab.test', ALPNProtocols: ['doq'] })).subarray(5);
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, quicClient, resolve));
  const id = randomBytes(8);
  for (const [number, from] of [1_000, 0].entries()) {
    const part = cryptoFrame(from, hello.subarray(from, from + 1_000));
    await new Promise((resolve) =>
      socket.send(initialPacket(quicVersions.v1, id, number, part), 853, server, resolve),
    );
  }
  socket.close();
  return 'own';
}
