import { IssuerNames } from '@sonde/scanner/protocols/transparency/issuer-text.ts';
import { readDataTile } from '@sonde/scanner/protocols/transparency/log-entry.ts';
import { tileWidth } from '@sonde/scanner/protocols/transparency/tiles.ts';
import { TreeEdge } from '@sonde/scanner/protocols/transparency/tree-edge.ts';
import { Command } from 'commander';
import { makeTile, word } from '../bench/logs/make-tile.ts';
import { runDayBench } from '../bench/logs/run-day-bench.ts';
import { defaultSettings } from '../domain/detection/settings.ts';
import { readCertificates } from '../domain/intelligence/transparency/logs/read-certificates.ts';
import { RecentCertificates } from '../domain/intelligence/transparency/stream/recent-certificates.ts';
import { CertificateWatch } from '../domain/intelligence/transparency/watch/certificate-watch.ts';
import { withBenchDirectory } from './bench-directory.ts';
import { boundedNumber } from './bench-numbers.ts';

const mostNumber = 99_999_999;

interface Options {
  readonly entries: string;
  readonly watched: string;
  readonly day?: true;
  readonly perHour: string;
  readonly hours: string;
  readonly json?: true;
}

/**
 * The command `sonde collector bench logs` measures the way from tiles of a certificate log to matched, verified
 * entries, in one thread.
 */
export function benchLogsCommand(): Command {
  return new Command('logs')
    .description('Measure reading, matching and verifying entries of certificate logs in one thread.')
    .option('--entries <COUNT>', 'number of entries, each a precertificate with three names', '100000')
    .option('--watched <COUNT>', 'number of watched domains', '1000')
    .option('--day', 'show the memory use after each hour of a simulated day instead')
    .option('--per-hour <COUNT>', 'with --day: entries per simulated hour', '72000')
    .option('--hours <COUNT>', 'with --day: number of simulated hours', '24')
    .option('--json', 'print JSON instead of text')
    .action(async (options: Options) => {
      if (options.day) return await measureDay(options);
      const report = await measure(
        boundedNumber(options.entries, mostNumber),
        boundedNumber(options.watched, mostNumber),
      );
      const text = Object.entries(report).map(
        ([what, value]) => `${what.replaceAll('_', ' ').padEnd(22)} ${value}\n`,
      );
      process.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : text.join(''));
    });
}

async function measureDay({ watched, perHour, hours, json }: Options): Promise<void> {
  await withBenchDirectory(undefined, async (_directory, signal) => {
    const rows = await runDayBench({
      watched: boundedNumber(watched, mostNumber),
      perHour: boundedNumber(perHour, mostNumber),
      hours: boundedNumber(hours, mostNumber),
      signal,
      onHour: (row) => {
        if (json) return;
        const { hour, entries, heap_mib, resident_mib, received } = row;
        process.stdout.write(
          `hour ${hour}: ${entries} entries, heap ${heap_mib} MiB, resident ${resident_mib} MiB, ${received} messages read\n`,
        );
      },
    });
    if (json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
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
