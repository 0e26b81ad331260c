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
    .description(
      'keep the packets that hold DNS in capture files, of which the oldest make room for the next',
    )
    .argument('<directory>', 'where the files are; made if it is not there, for its owner alone')
    .option(
      '--interface <NAME>',
      'interface to capture on; may be given several times',
      (name, all: string[] = []) => [...all, name],
    )
    .option('--filter <EXPRESSION>', 'a pcap-filter(7) expression that narrows what is kept')
    .option('--read <FILE>', 'write the packets of a file, - for standard input, as they are')
    .addOption(portOption())
    .option('--file-bytes <BYTES>', 'size after which the next file is begun', '64MiB')
    .option('--file-seconds <SECONDS>', 'time of packets after which the next file is begun', '3600')
    .option('--files <N>', 'files that are kept', '16')
    .action(async (directory: string, options: RecordOptions, command: Command) => {
      if (options.read !== undefined && (options.filter !== undefined || options.interface !== undefined))
        command.error('error: --read takes no --filter and no --interface: a file is written as it is.');
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
