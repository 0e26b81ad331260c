import { join } from 'node:path';
import { measureCompressed, measureProgram, type ProgramTime } from '@sonde/shared/bench/measure-program.ts';

/** A rate states packets or messages per second of wall-clock time, and per second of processor time. */
export interface Rate {
  readonly perSecond: number;
  readonly perCpuSecond: number;
}

/**
 * A peer result states the rate of another program whose text output is thrown away, which is less work than ours.
 */
export interface PeerResult extends Rate {
  /**
   * The rate with text compressed by `zstd -1`, as our rows are: both programs' time. Null if zstd is not installed.
   */
  readonly compressed: (Rate & { readonly compressedBytes: number }) | null;
}

/** The commands by which peers read a file, by the peer's name. */
export type PeerCommands = Readonly<Record<string, (path: string) => readonly string[]>>;

/** Peer results by the peer's name; null if one is not installed. */
export type PeerResults = Readonly<Record<string, PeerResult | null>>;

/**
 * Measures peers, one after the other, on a file of so many packets or messages. `commands` give a command for the file; `directory`
 * takes the compressed text.
 */
export async function measurePeers(
  commands: PeerCommands,
  path: string,
  count: number,
  directory: string,
): Promise<PeerResults> {
  const results: Record<string, PeerResult | null> = {};
  for (const [name, command] of Object.entries(commands))
    results[name] = await measurePeer(command(path), count, join(directory, 'text.zst'));
  return results;
}

/**
 * Measures a peer with its output thrown away and with its output compressed; null if it is not installed. `textPath`
 * is the file that takes the compressed text.
 */
export async function measurePeer(
  command: readonly string[],
  count: number,
  textPath: string,
): Promise<PeerResult | null> {
  const thrownAway = await measureProgram(command);
  if (thrownAway === undefined) return null;
  const compressed = await measureCompressed(command, textPath);
  return {
    ...rateOf(count, thrownAway),
    compressed:
      compressed === undefined
        ? null
        : { ...rateOf(count, compressed), compressedBytes: compressed.compressedBytes },
  };
}

/** Gives the rate at which so many packets or messages were read. */
export function rateOf(count: number, { seconds, cpuSeconds }: ProgramTime): Rate {
  return { perSecond: Math.round(count / seconds), perCpuSecond: Math.round(count / cpuSeconds) };
}

/**
 * Writes a Markdown table of our own rates and those of peers, so that it can be put into documents as it is. `own` are rows by their
 * name, of which peers are compared with the first; `unit` is what is counted, in the plural.
 */
export function describePeers(
  unit: string,
  own: readonly (readonly [string, Rate])[],
  peers: PeerResults,
): string[] {
  const ownRate = own[0]![1].perCpuSecond;
  return [
    `| program | ${unit} per second | ${unit} per second of processor time | we are faster by |`,
    '|---|---|---|---|',
    ...own.map(([name, rate]) => `| ${name} | ${rate.perSecond} | ${rate.perCpuSecond} | |`),
    ...Object.entries(peers).flatMap(([name, peer]) => peerRows(name, peer, ownRate)),
  ];
}

function peerRows(name: string, peer: PeerResult | null, ownRate: number): string[] {
  if (peer === null) return [`| ${name} | not installed | | |`];
  const row = (what: string, rate: Rate): string =>
    `| ${name}, ${what} | ${rate.perSecond} | ${rate.perCpuSecond} | ${(ownRate / rate.perCpuSecond).toFixed(1)} |`;
  return [
    row('text thrown away', peer),
    peer.compressed === null
      ? `| ${name}, text compressed by zstd -1 | zstd is not installed | | |`
      : row('text compressed by zstd -1', peer.compressed),
  ];
}
