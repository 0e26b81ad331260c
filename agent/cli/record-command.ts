import { bytesBetween, integer, seconds } from '@sonde/shared/settings/setting-types.ts';
import { Command } from 'commander';
import type { CaptureSource } from '../capture/capture-source.ts';
import { PacketRing } from '../record/packet-ring.ts';
import { chooseInterfaces } from '../run/choose-interfaces.ts';
import type { CommandParts } from './command-parts.ts';
import { portOption, portsOf } from './port-option.ts';

interface RecordOptions {
  readonly interface?: readonly string[];
  readonly filter?: string;
  readonly read?: string;
  readonly port?: string[];
  readonly fileBytes: string;
  readonly fileSeconds: string;
  readonly files: string;
}

/** Milliseconds after which what waits is written, so that who reads along sees it. */
const flushInterval = 1_000;

/** Creates the command `record`: it keeps the packets that hold DNS in a ring of capture files; nothing is shipped. */
export function recordCommand(
  parts: Pick<CommandParts, 'openLive' | 'openFile' | 'captureFilters'>,
): Command {
  return new Command('record')
    .description('keep DNS packets in a ring of capture files; the oldest file is removed for the next one')
    .argument(
      '<directory>',
      'directory of the files; if it does not exist, it is created with access for its owner only',
    )
    .option(
      '--interface <NAME>',
      'interface to capture on; repeat the option for several interfaces',
      (name, all: string[] = []) => [...all, name],
    )
    .option('--filter <EXPRESSION>', 'pcap-filter(7) expression that narrows the capture')
    .option(
      '--read <FILE>',
      'write all packets of a capture file instead of capturing; - reads standard input',
    )
    .addOption(portOption())
    .option('--file-bytes <BYTES>', 'size at which the next file begins', '64MiB')
    .option('--file-seconds <SECONDS>', 'time between the first and the last packet of a file', '3600')
    .option('--files <N>', 'number of files to keep', '16')
    .action(async (directory: string, options: RecordOptions, command: Command) => {
      if (options.read !== undefined && (options.filter !== undefined || options.interface !== undefined))
        command.error(
          'error: --read cannot be combined with --filter or --interface, because it writes all packets of the file.',
        );
      const ring = new PacketRing({
        directory,
        fileBytes: bytesBetween(64 * 1024, 1024 ** 4).parse(options.fileBytes),
        fileSeconds: seconds(1, 86_400 * 366).parse(options.fileSeconds),
        files: integer(1, 100_000).parse(options.files),
      });
      await record(await sourcesOf(parts, options), ring);
    });
}

async function sourcesOf(
  parts: Pick<CommandParts, 'openLive' | 'openFile' | 'captureFilters'>,
  options: RecordOptions,
): Promise<readonly CaptureSource[]> {
  const { read } = options;
  if (read !== undefined) return [parts.openFile(read, { speed: 'max', room: async () => undefined })];
  const filter = parts.captureFilters(portsOf(options), options.filter, undefined);
  const names = options.interface ?? (await chooseInterfaces());
  return names.map((name) => parts.openLive(name, { filter }));
}

/** Records until the sources end, fail or the program is asked to stop; says then what was kept. */
async function record(sources: readonly CaptureSource[], ring: PacketRing): Promise<void> {
  const stop = (): void => {
    for (const source of sources) void source.stop();
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const timer = setInterval(() => {
    try {
      ring.flush();
    } catch (error) {
      fail(error);
    }
  }, flushInterval);
  try {
    await Promise.race([Promise.all(sources.map((source) => source.run(ring))), failed]);
  } finally {
    clearInterval(timer);
    process.off('SIGINT', stop).off('SIGTERM', stop);
    await Promise.all(sources.map((source) => source.stop()));
    ring.end();
    const lost = sources.flatMap((source) => Object.values(source.statistics().dropped));
    const dropped = lost.reduce((sum, count) => sum + count, 0);
    process.stderr.write(
      `${ring.packets} packets in ${ring.begun} files, ${ring.octets} octets; ${ring.removed} files removed, ${dropped} packets dropped.\n`,
    );
  }
}
