import { randomBytes } from 'node:crypto';
import { derHeader } from '@sonde/scanner/protocols/transparency/der-walk.ts';
import { IssuerNames } from '@sonde/scanner/protocols/transparency/issuer-text.ts';
import { readDataTile } from '@sonde/scanner/protocols/transparency/log-entry.ts';
import { tileWidth } from '@sonde/scanner/protocols/transparency/tiles.ts';
import { TreeEdge } from '@sonde/scanner/protocols/transparency/tree-edge.ts';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { Command } from 'commander';
import { defaultSettings } from '../domain/detection/settings.ts';
import { readCertificates } from '../domain/intelligence/transparency/logs/read-certificates.ts';
import { RecentCertificates } from '../domain/intelligence/transparency/stream/recent-certificates.ts';
import { CertificateWatch } from '../domain/intelligence/transparency/watch/certificate-watch.ts';

interface Options {
  readonly entries: string;
  readonly watched: string;
  readonly json?: true;
}

/**
 * The command `sonde collector bench logs` measures the way from tiles of a certificate log to matched, verified
 * entries, in one thread.
 */
export function benchLogsCommand(): Command {
  return new Command('logs')
    .description('Measure entries of certificate logs from tiles to matched, verified ones, in one thread.')
    .option('--entries <COUNT>', 'entries of precertificates with three names', '100000')
    .option('--watched <COUNT>', 'watched domains', '1000')
    .option('--json', 'for programs')
    .action(async (options: Options) => {
      const report = await measure(wholeNumber(options.entries), wholeNumber(options.watched));
      const text = Object.entries(report).map(
        ([what, value]) => `${what.replaceAll('_', ' ').padEnd(22)} ${value}\n`,
      );
      process.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : text.join(''));
    });
}

async function measure(entries: number, watched: number) {
  const domains = Array.from({ length: watched }, (_none, index) => `${word(index)}.com`);
  const lookalike = { ...defaultSettings.lookalike, watched: domains };
  const watch = new CertificateWatch({
    detectionRules: { locations: new Map([[1, { ...defaultSettings, lookalike }]]) },
  });
  watch.match([]);
  const tiles = Array.from({ length: Math.ceil(entries / tileWidth) }, (_none, index) => makeTile(index));
  const issuers = new IssuerNames();
  const recent = new RecentCertificates(0);
  const edge = new TreeEdge();
  let [matches, octets, unreadable, fresh] = [0, 0, 0, 0];
  const start = performance.now();
  const used = process.cpuUsage();
  for (const [index, tile] of tiles.entries()) {
    octets += tile.length;
    const read = [...readDataTile(tile, index * tileWidth, tileWidth)];
    const certificates = await readCertificates(read, edge, { log: 'bench', issuers }, () => unreadable++);
    matches += watch.match(certificates).length;
    for (const { id } of certificates) if (recent.isNew(id, 0)) fresh++;
  }
  const root = edge.root().toString('hex');
  const seconds = (performance.now() - start) / 1_000;
  const { user, system } = process.cpuUsage(used);
  const processor = (user + system) / 1e6;
  return {
    entries: edge.size,
    octets_an_entry: Math.round(octets / edge.size),
    watched_domains: watch.size,
    seconds: Number(seconds.toFixed(3)),
    processor_seconds: Number(processor.toFixed(3)),
    entries_a_second: Math.round(edge.size / seconds),
    // On a machine that others use, too, this tells more.
    entries_a_core_second: Math.round(edge.size / processor),
    matches,
    unreadable,
    distinct: fresh,
    root,
  };
}

function makeTile(index: number): Buffer {
  const leaves = Array.from({ length: tileWidth }, (_none, place) => makeLeaf(index * tileWidth + place));
  return Buffer.concat(leaves);
}

/** A precertificate of the size that usual ones have; nothing in it is signed, since nobody here verifies that. */
function makeLeaf(index: number): Buffer {
  const names = [
    `www.${word(index)}-${index % 7}.net`,
    `${word(index * 31)}.org`,
    `*.${word(index * 17)}.example`,
  ];
  const signed = element(
    0x30,
    element(0xa0, element(0x02, Buffer.of(2))),
    element(0x02, Buffer.concat([Buffer.of(0x40), randomBytes(15)])),
    element(0x30, oid('2a8648ce3d040302')),
    element(
      0x30,
      element(0x31, element(0x30, oid('55040a'), element(0x0c, Buffer.from('Authority of benches')))),
    ),
    element(0x30, element(0x17, Buffer.from('260101000000Z')), element(0x17, Buffer.from('260401000000Z'))),
    element(0x30),
    element(0x30, randomBytes(91)),
    element(
      0xa3,
      element(
        0x30,
        ...[0x0e, 0x0f, 0x13, 0x20, 0x23, 0x25].map((type) =>
          extension(`551d${type.toString(16).padStart(2, '0')}`, randomBytes(80)),
        ),
        extension('551d11', element(0x30, ...names.map((name) => element(0x82, Buffer.from(name))))),
      ),
    ),
  );
  const head = Buffer.alloc(10 + 32);
  head.writeBigUInt64BE(BigInt(Date.UTC(2026, 0, 1) + index));
  head.writeUInt16BE(1, 8);
  const number = Buffer.alloc(10);
  number.writeUInt16BE(8, 0);
  number.writeUIntBE(5, 3, 2);
  number.writeUIntBE(index, 5, 5);
  return Buffer.concat([head, framed(signed, 3), number, framed(signed, 3), framed(randomBytes(64), 2)]);
}

function extension(type: string, value: Buffer): Buffer {
  return element(0x30, oid(type), element(0x04, value));
}

function oid(hex: string): Buffer {
  return element(0x06, Buffer.from(hex, 'hex'));
}

function element(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([derHeader(tag, content.length), content]);
}

function framed(content: Buffer, bytes: number): Buffer {
  const length = Buffer.alloc(bytes);
  length.writeUIntBE(content.length, 0, bytes);
  return Buffer.concat([length, content]);
}

/** Letters that look like a name's, other ones for each number. */
function word(number: number): string {
  let text = '';
  for (let left = number + 1_000_003; left > 0; left = Math.floor(left / 21))
    text += 'bcdfghjklmnpqrstvwxyz'[left % 21]! + 'aeiou'[left % 5]!;
  return text;
}

function wholeNumber(text: string): number {
  const number = /^\d{1,8}$/.test(text) ? Number(text) : 0;
  if (number < 1) throw new UsageError(`${text} is no count.`);
  return number;
}
