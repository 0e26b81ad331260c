import test from 'ava';
import fc from 'fast-check';
import {
  consistencyRanges,
  isConsistent,
  provenEdge,
} from '../../../../scanner/protocols/transparency/consistency.ts';
import { leafHash } from '../../../../scanner/protocols/transparency/merkle-hash.ts';
import {
  edgeRanges,
  rangeHash,
  type Tile,
  tileHashes,
  tileOf,
  tilePath,
} from '../../../../scanner/protocols/transparency/tiles.ts';
import { TreeEdge } from '../../../../scanner/protocols/transparency/tree-edge.ts';
import { PlainTree } from '../../../support/transparency/plain-tree.ts';

const most = 1_400;
const tree = new PlainTree();
const edges = [new TreeEdge()];
for (let index = 0; index < most; index++) {
  const entry = Buffer.from(`entry ${index}`);
  tree.add(Buffer.concat([Buffer.from([0, 0]), entry]));
  const edge = edges.at(-1)!.copy();
  edge.add(leafHash(entry));
  edges.push(edge);
}

const sizes = fc
  .tuple(fc.integer({ min: 1, max: most }), fc.integer({ min: 1, max: most }))
  .map(([one, other]) => ({ first: Math.min(one, other), second: Math.max(one, other) }));

test('an edge has the root of its tree at every size, and survives being kept', (t) => {
  for (const edge of edges) {
    t.true(edge.root().equals(tree.root(edge.size)), String(edge.size));
    t.true(TreeEdge.fromBytes(edge.size, edge.toBytes()).root().equals(edge.root()));
  }
  t.throws(() => TreeEdge.fromBytes(3, Buffer.alloc(32)), { instanceOf: RangeError });
  t.throws(() => TreeEdge.fromBytes(1, Buffer.alloc(31)), { instanceOf: RangeError });
  t.throws(() => new TreeEdge(-1), { instanceOf: RangeError });
});

test('proofs of consistency verify, and none does that was changed', (t) => {
  fc.assert(
    fc.property(sizes, fc.nat(), fc.nat({ max: 255 }), ({ first, second }, at, bit) => {
      const proof = tree.consistency(first, second);
      const [old, now] = [first, second].map((size) => ({ size, root: tree.root(size) }));
      t.true(isConsistent(old!, now!, proof));
      if (first === second) return;
      t.false(isConsistent({ ...old!, root: Buffer.alloc(32) }, now!, proof));
      t.false(isConsistent(old!, { ...now!, root: Buffer.alloc(32) }, proof));
      t.false(isConsistent(old!, now!, [...proof, Buffer.alloc(32)]));
      if (proof.length === 0) return;
      t.false(isConsistent(old!, now!, proof.slice(1)));
      const spoilt = proof.map((hash) => Buffer.from(hash));
      spoilt[at % proof.length]![bit % 32]! ^= 1;
      t.false(isConsistent(old!, now!, spoilt));
    }),
  );
});

test('a proof that leads to a root tells the edge where it begins', (t) => {
  fc.assert(
    fc.property(sizes, ({ first, second }) => {
      const proof = tree.consistency(first, second);
      const edge = provenEdge(first, { size: second, root: tree.root(second) }, proof);
      const isPower = Number.isInteger(Math.log2(first));
      if (first === second || isPower) t.is(edge, undefined);
      else t.deepEqual(edge?.hashes, edges[first]!.hashes);
      t.is(provenEdge(first, { size: second, root: Buffer.alloc(32, 1) }, proof), undefined);
    }),
  );
});

/** Tiles as a log of that size has them. */
const tiles = (size: number) => async (tile: Tile) => {
  const wide = 256 ** (tile.level as number);
  t256(tile, size);
  const hashes = Array.from({ length: tile.width }, (_none, index) => {
    const start = (tile.index * 256 + index) * wide;
    return tree.hash(start, start + wide);
  });
  return tileHashes(Buffer.concat(hashes), tile);
};

function t256({ level, index, width }: Tile, size: number): void {
  const all = Math.floor(size / 256 ** (level as number));
  if (width < 1 || width > 256 || index * 256 + width > all) throw new Error('no tile of this tree');
}

test('proofs and edges come out of tiles', async (t) => {
  await fc.assert(
    fc.asyncProperty(sizes, async ({ first, second }) => {
      const found: Buffer[] = [];
      if (first < second)
        for (const range of consistencyRanges(first, second))
          found.push(await rangeHash(range, second, tiles(second)));
      t.deepEqual(found, tree.consistency(first, second));
      const edge: Buffer[] = [];
      for (const range of edgeRanges(second)) edge.push(await rangeHash(range, second, tiles(second)));
      t.deepEqual(edge, edges[second]!.hashes);
    }),
    { numRuns: 60 },
  );
});

test('tiles lie where the specification says', (t) => {
  t.is(tilePath({ level: 0, index: 1_234_067, width: 256 }), 'tile/0/x001/x234/067');
  t.is(tilePath({ level: 'data', index: 0, width: 7 }), 'tile/data/000.p/7');
  t.is(tilePath({ level: 2, index: 1_000, width: 1 }), 'tile/2/x001/000.p/1');
  // A tree of 70,000: the widths that the specification tells.
  t.deepEqual(
    [tileOf(0, 69_999, 70_000), tileOf(1, 272, 70_000), tileOf(2, 0, 70_000)].map(({ index, width }) => [
      index,
      width,
    ]),
    [
      [273, 112],
      [1, 17],
      [0, 1],
    ],
  );
  t.is(tileOf(1, 0, 256).width, 1);
});
