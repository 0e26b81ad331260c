import { consistencyRanges } from '@sonde/scanner/protocols/transparency/consistency.ts';
import type { ListedLog } from '@sonde/scanner/protocols/transparency/followed-logs.ts';
import { LogDataError } from '@sonde/scanner/protocols/transparency/log-data-error.ts';
import { type LogEntry, readDataTile } from '@sonde/scanner/protocols/transparency/log-entry.ts';
import {
  readCheckpoint,
  readTreeHead,
  type SignedTreeHead,
  verifyTreeHead,
} from '@sonde/scanner/protocols/transparency/signed-head.ts';
import {
  dataTiles,
  edgeRanges,
  rangeHash,
  type Tile,
  tileHashes,
  tilePath,
  tileWidth,
} from '@sonde/scanner/protocols/transparency/tiles.ts';
import { TreeEdge } from '@sonde/scanner/protocols/transparency/tree-edge.ts';
import { LogRefusal } from './log-errors.ts';
import type { LogGet } from './log-fetch.ts';
import type { LogReader } from './log-reader.ts';

const mostHeadBytes = 65_536;
/** A full tile of certificates has some 700 KB; precertificates with thousands of names are larger. */
const mostDataBytes = 24 * 1_024 * 1_024;
const hashTileBytes = tileWidth * 32;
/** Tiles on the way at once, and taken before what they have is verified. */
const ahead = 4;
const tilesAtOnce = 16;

/**
 * Reads a log of C2SP's static-ct-api. Hash tiles are remembered for as long as the reader is used: it is for one
 * round.
 */
export function createTiledLog(log: Pick<ListedLog, 'id' | 'key' | 'origin'>, get: LogGet): LogReader {
  const id = Buffer.from(log.id, 'hex');
  const known = new Map<string, Promise<readonly Buffer[]>>();

  /** A tile; if a partial one is gone, what there is of it in the full one. */
  const tileBytes = async (tile: Tile, mostBytes: number): Promise<{ bytes: Buffer; width: number }> => {
    try {
      return { bytes: await get(tilePath(tile), mostBytes), width: tile.width };
    } catch (error) {
      if (!(error instanceof LogRefusal) || error.status !== 404 || tile.width === tileWidth) throw error;
      return { bytes: await get(tilePath({ ...tile, width: tileWidth }), mostBytes), width: tileWidth };
    }
  };
  const hashes = (tile: Tile): Promise<readonly Buffer[]> => {
    const key = tilePath(tile);
    const reading =
      known.get(key) ??
      tileBytes(tile, hashTileBytes).then(({ bytes, width }) =>
        tileHashes(bytes, { ...tile, width }).slice(0, tile.width),
      );
    known.set(key, reading);
    return reading;
  };
  const dataTile = async (tile: Tile): Promise<LogEntry[]> => {
    const { bytes, width } = await tileBytes(tile, mostDataBytes);
    return [...readDataTile(bytes, tile.index * tileWidth, width)];
  };

  return {
    async head() {
      const head = await readHead(get, log.origin, id);
      if (!verifyTreeHead(head, log))
        throw new LogDataError('The signature of the checkpoint does not verify.');
      return head;
    },
    async edgeNear({ size, root }) {
      const edge: Buffer[] = [];
      for (const range of edgeRanges(size)) edge.push(await rangeHash(range, size, hashes));
      const tree = new TreeEdge(size, edge);
      if (!tree.root().equals(root))
        throw new LogDataError('The tiles have another root than the checkpoint.');
      return tree;
    },
    async *entries(start, end, head) {
      const tiles = dataTiles({ start, end }, head.size);
      const onTheWay: Promise<LogEntry[]>[] = [];
      let next = 0;
      const launch = (): void => {
        const tile = tiles[next++];
        if (tile === undefined) return;
        const reading = dataTile(tile);
        // Whoever leaves early hears of no other failure than the first.
        reading.catch(() => undefined);
        onTheWay.push(reading);
      };
      for (let count = 0; count < ahead; count++) launch();
      for (let reading = onTheWay.shift(); reading !== undefined; reading = onTheWay.shift()) {
        const entries = await reading;
        launch();
        yield entries.filter(({ index }) => index >= start && index < end);
      }
    },
    async consistency(first, { size }) {
      const proof: Buffer[] = [];
      for (const range of consistencyRanges(first, size)) proof.push(await rangeHash(range, size, hashes));
      return proof;
    },
    nextEnd(start, { size }, isLate) {
      const full = size - (size % tileWidth);
      const furthest = start - (start % tileWidth) + tilesAtOnce * tileWidth;
      if (full > start) return Math.min(furthest, full);
      // Partial tiles are asked for only where the full ones are long in coming, as the specification has it.
      return isLate ? size : start;
    },
  };
}

/** The checkpoint; some logs that serve tiles have none, and tell their head as before. */
async function readHead(get: LogGet, origin: string, id: Buffer): Promise<SignedTreeHead> {
  try {
    return readCheckpoint((await get('checkpoint', mostHeadBytes)).toString('utf8'), origin, { id });
  } catch (error) {
    if (!(error instanceof LogRefusal) || error.status !== 404) throw error;
    return readTreeHead((await get('ct/v1/get-sth', mostHeadBytes)).toString('utf8'));
  }
}
