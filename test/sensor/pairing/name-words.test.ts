import test from 'ava';
import fc from 'fast-check';
import { compareName, storeName } from '../../../sensor/pairing/name-words.ts';

const octets = fc.uint8Array({ maxLength: 255 });

function lowerCase(source: Uint8Array): Uint8Array {
  return source.map((octet) => (octet >= 0x41 && octet <= 0x5a ? octet + 0x20 : octet));
}

/** A name as it stands in a message, with a question's type and class behind it. */
function viewOf(...parts: readonly Uint8Array[]): DataView {
  return new DataView(
    Uint8Array.from([...parts.flatMap((part) => [...part]), 0x41, 0x42, 0x43, 0x44]).buffer,
  );
}

test('octets of any value are stored in lower case, with zeros behind them', (t) => {
  const property = fc.property(octets, fc.nat(5), (source, offset) => {
    const words = new Int32Array(72).fill(-1);
    const view = viewOf(new Uint8Array(offset), source);
    const hasCapitals = storeName(words, 4, view, offset, offset + source.length);
    const bytes = new Uint8Array(words.buffer, 16);
    const rest = bytes.subarray(source.length, (source.length >> 2) * 4 + 4);
    return (
      hasCapitals === source.some((octet) => octet >= 0x41 && octet <= 0x5a) &&
      Buffer.compare(bytes.subarray(0, source.length), lowerCase(source)) === 0 &&
      rest.every((b) => b === 0)
    );
  });
  fc.assert(property);
  t.pass();
});

test('a stored name is known in any mixture of cases, and no other is taken for it', (t) => {
  const property = fc.property(octets, fc.uint8Array({ minLength: 255, maxLength: 255 }), (source, noise) => {
    const words = new Int32Array(64);
    storeName(words, 0, viewOf(source), 0, source.length);
    const mixed = source.map((octet, at) =>
      (octet & 0xdf) >= 0x41 && (octet & 0xdf) <= 0x5a && octet < 0x80 && noise[at]! > 127
        ? octet ^ 0x20
        : octet,
    );
    const hasCapitals = mixed.some((octet) => octet >= 0x41 && octet <= 0x5a);
    const result = compareName(words, 0, viewOf(mixed), 0, mixed.length);
    if (hasCapitals ? result <= 0 : result !== 0) return false;
    if (source.length === 0) return true;
    const changed = Uint8Array.from(source);
    const at = noise[0]! % source.length;
    changed[at] = noise[1]!;
    const same = lowerCase(changed)[at] === lowerCase(source)[at];
    return compareName(words, 0, viewOf(changed), 0, changed.length) >= 0 === same;
  });
  fc.assert(property, { numRuns: 500 });
  t.pass();
});
