import test from 'ava';
import fc from 'fast-check';
import { AbiError, AbiReader, dynamic, encode, strings, word } from '../../../scanner/names/ethereum/abi.ts';
import { readContentHash } from '../../../scanner/names/ethereum/content-hash.ts';
import {
  checksummed,
  namehash,
  normalizeName,
  selector,
  wireName,
} from '../../../scanner/names/ethereum/namehash.ts';
import { destinationHash, judgeI2p, readAddressBook } from '../../../scanner/names/i2p/i2p-name.ts';
import { contradiction, readingsOf } from '../../../scanner/names/name-kind.ts';
import { judgeOnion } from '../../../scanner/names/onion.ts';
import { decodeBase32, encodeBase32 } from '../../../shared/text/base32.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

test('base32 comes back as it went, and is canonical', (t) => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      t.deepEqual(decodeBase32(encodeBase32(bytes)), bytes);
    }),
  );
  t.is(encodeBase32(Buffer.from('foobar')), 'mzxw6ytboi');
  for (const wrong of ['m1', 'mz=', 'mb', 'm', 'MZXW6']) t.is(decodeBase32(wrong), undefined, wrong);
});

test('nodes are those of ERC-137, selectors those of the contracts', (t) => {
  t.is(hex(namehash('')), '0'.repeat(64));
  t.is(hex(namehash('eth')), '93cdeb708b7545dc668eb9280176169d1c33cfd8ed6f04690a0bcc88a93fc4ae');
  t.is(hex(namehash('foo.eth')), 'de9b09fd7c5f901e23a3f19fecc54828e9c848539801e86591bd9801b019f84f');
  t.is(hex(selector('OffchainLookup(address,string[],bytes,bytes4,bytes)')), '556f1830');
  t.is(hex(selector('resolve(bytes,bytes)')), '9061b923');
  t.is(hex(selector('addr(bytes32,uint256)')), 'f1cb7e06');
  t.is(hex(wireName('a.eth')), '01610365746800');
});

test('names are normalised by ENSIP-15, or refused with the reason', (t) => {
  t.deepEqual(normalizeName('Nick.ETH'), { name: 'nick.eth' });
  for (const wrong of ['a..eth', 'a_b_.eth', 'аpple.eth', 'a\u200db.eth', `${'a'.repeat(256)}.eth`]) {
    t.true('reason' in normalizeName(wrong), wrong);
  }
});

test('addresses carry the checksum of ERC-55', (t) => {
  for (const address of [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  ]) {
    t.is(checksummed(Buffer.from(address.slice(2), 'hex')), address);
  }
});

test('values of the contract ABI come back as they went; random octets never end in another error', (t) => {
  const text = fc.string({ unit: 'grapheme', maxLength: 70 });
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), fc.array(text, { maxLength: 6 }), (bytes, texts) => {
      const reader = new AbiReader(encode([word(7), dynamic(bytes), strings(texts)]));
      t.is(reader.word(0)[31], 7);
      t.deepEqual(Buffer.from(reader.bytes(1)), Buffer.from(bytes));
      t.deepEqual(reader.strings(2), texts);
    }),
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      for (const read of [() => new AbiReader(bytes).bytes(0), () => new AbiReader(bytes).strings(1)]) {
        try {
          read();
        } catch (error) {
          t.true(error instanceof AbiError);
        }
      }
    }),
  );
  const endless = encode([strings(Array.from({ length: 65 }, () => ''))]);
  t.throws(() => new AbiReader(endless).strings(0), { instanceOf: AbiError, message: /64 items/ });
});

test('content hashes tell what they name', (t) => {
  const read = (text: string) => readContentHash(Buffer.from(text, 'hex'));
  const ipfs = read('e3010170122029f2d17be6139079dc48696d1f582a8530eb9805b561eda517e22a892c7e3f1f');
  t.is(ipfs.protocol, 'ipfs');
  t.is(ipfs.uri, 'ipfs://bafybeibj6lixxzqtsb45ysdjnupvqkufgdvzqbnvmhw2kf7cfkesy7r7d4');
  const swarm = 'd1de9994b4d039f6548d191eb26786769f580809256b4685ef316805265ea162';
  t.deepEqual(read(`e40101fa011b20${swarm}`), {
    protocol: 'swarm',
    uri: `bzz://${swarm}`,
    raw: `0xe40101fa011b20${swarm}`,
  });
  const onion = 'duckduckgogg42xjoc72x3sjasowoarfbgcmvfimaftt6twagswzczad';
  t.is(read(`bd03${Buffer.from(onion).toString('hex')}`).uri, `onion3://${onion}`);
  t.deepEqual(read('00ff'), { protocol: null, uri: null, raw: '0x00ff' });
  t.is(read('e4010100').uri, null);
});

test('an onion name is judged by its checksum, and version 2 is told as ended', (t) => {
  const good = 'duckduckgogg42xjoc72x3sjasowoarfbgcmvfimaftt6twagswzczad';
  t.true(judgeOnion(`${good}.onion`).valid);
  t.true(judgeOnion(`www.${good}.onion`).valid);
  t.regex(judgeOnion(`e${good.slice(1)}.onion`).reason ?? '', /checksum/);
  t.regex(judgeOnion('facebookcorewwwi.onion').reason ?? '', /ended/);
  t.false(judgeOnion('short.onion').valid);
  t.false(judgeOnion('onion').valid);
});

test('names of I2P: hashes, hosts, and books that hold no more than they should', (t) => {
  const bytes = Buffer.alloc(391, 7);
  const base64 = bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '~');
  const { hash, address } = destinationHash(base64);
  t.deepEqual(judgeI2p(address), { valid: true, reason: null, hash });
  t.false(judgeI2p('short.b32.i2p').valid);
  t.true(judgeI2p('stats.i2p').valid);
  t.false(judgeI2p('-bad.i2p').valid);
  const book = readAddressBook(
    'hosts.txt',
    `# a\nstats.i2p=${base64}#!sig=x\nbad=${base64}\nno.i2p=zz\nstats.i2p=${base64}AA\n`,
  );
  t.deepEqual([...book.hosts], [['stats.i2p', base64]]);
});

test('a name tells what it may be, and why', (t) => {
  const kinds = (name: string) => readingsOf(name).map(({ kind }) => kind);
  t.deepEqual(kinds('example.eth'), ['ens']);
  t.deepEqual(kinds('example.com'), ['ens']);
  t.deepEqual(kinds('example.crypto'), ['registry', 'handshake']);
  t.deepEqual(kinds('welcome'), ['handshake']);
  t.deepEqual(kinds('constructor'), ['handshake']);
  t.deepEqual(kinds('example.i2p'), ['i2p']);
  t.deepEqual(kinds('x.onion'), ['onion']);
  t.deepEqual(kinds('x.bit'), ['namecoin']);
  t.regex(contradiction('x.onion', 'ens') ?? '', /Tor/);
  t.is(contradiction('example.com', 'ens'), undefined);
});
