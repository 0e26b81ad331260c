import { isPowerOfTwo, type LeafRange, largestPowerBelow } from './consistency.ts';
import { LogDataError } from './log-data-error.ts';
import { hashBytes, nodeHash } from './merkle-hash.ts';

/** The tile width is the number of hashes, or entries, in a full tile (C2SP static-ct-api). */
export const tileWidth = 256;
const tileHeight = 8;

/** A tile is a part of a tree; `width` is below 256 if it is partial. */
export interface Tile {
  readonly level: number | 'data';
  readonly index: number;
  readonly width: number;
}

/** Writes the path of a tile below the monitoring prefix: `tile/0/x001/x234/067.p/12`. */
export function tilePath({ level, index, width }: Tile): string {
  const parts: string[] = [];
  for (let left = index, isLast = true; isLast || left > 0; left = Math.floor(left / 1_000), isLast = false)
    parts.unshift(`${isLast ? '' : 'x'}${String(left % 1_000).padStart(3, '0')}`);
  return `tile/${level}/${parts.join('/')}${width === tileWidth ? '' : `.p/${width}`}`;
}

/** Finds the tile of a level that has the hash of this number there, as it is in a tree of `size`. */
export function tileOf(level: number, position: number, size: number): Tile {
  const index = Math.floor(position / tileWidth);
  const all = Math.floor(size / tileWidth ** level);
  return { level, index, width: Math.min(tileWidth, all - index * tileWidth) };
}

/** Lists the data tiles that hold a range of entries of a tree of `size`. */
export function dataTiles({ start, end }: LeafRange, size: number): Tile[] {
  const tiles: Tile[] = [];
  for (let index = Math.floor(start / tileWidth); index * tileWidth < end; index++)
    tiles.push({ level: 'data', index, width: Math.min(tileWidth, size - index * tileWidth) });
  return tiles;
}

/** Reads the hashes of a tile. Throws a LogDataError if it has not as many as it must have. */
export function tileHashes(bytes: Buffer, { width }: Tile): Buffer[] {
  if (bytes.length !== width * hashBytes)
    throw new LogDataError(`A tile has ${bytes.length} octets instead of ${width * hashBytes}.`);
  return Array.from({ length: width }, (_none, index) =>
    bytes.subarray(index * hashBytes, (index + 1) * hashBytes),
  );
}

/** Computes the hash of any subtree that RFC 6962 knows of a tree of `size`, out of tiles that `read` gets. */
export async function rangeHash(
  { start, end }: LeafRange,
  size: number,
  read: (tile: Tile) => Promise<readonly Buffer[]>,
): Promise<Buffer> {
  const count = end - start;
  if (!isPowerOfTwo(count)) {
    const half = start + largestPowerBelow(count);
    const left = await rangeHash({ start, end: half }, size, read);
    return nodeHash(left, await rangeHash({ start: half, end }, size, read));
  }
  const height = Math.log2(count);
  const level = Math.floor(height / tileHeight);
  const position = start / tileWidth ** level;
  const hashes = await read(tileOf(level, position, size));
  const from = position % tileWidth;
  return foldPairs(hashes.slice(from, from + 2 ** (height % tileHeight)));
}

function foldPairs(hashes: readonly Buffer[]): Buffer {
  let row = hashes;
  while (row.length > 1) {
    const above: Buffer[] = [];
    for (let at = 0; at < row.length; at += 2) above.push(nodeHash(row[at]!, row[at + 1]!));
    row = above;
  }
  return row[0]!;
}

/** Lists the subtrees at the right edge of a tree, the largest first. */
export function edgeRanges(size: number): LeafRange[] {
  const found: LeafRange[] = [];
  for (let start = 0; start < size; ) {
    const count = largestPowerBelow(size - start + 1);
    found.push({ start, end: start + count });
    start += count;
  }
  return found;
}
