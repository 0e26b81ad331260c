import test from 'ava';
import fc from 'fast-check';
import { readEchConfigs } from '../../../../scanner/protocols/service-binding/ech-configs.ts';
import { encodeServiceBinding } from '../../../../scanner/protocols/service-binding/encode-wire.ts';
import { parseServiceBindingText } from '../../../../scanner/protocols/service-binding/parse-text.ts';
import { parseServiceBinding } from '../../../../scanner/protocols/service-binding/parse-wire.ts';
import { ServiceBindingError } from '../../../../shared/service-binding/service-binding-error.ts';
import { echConfigList } from '../../../support/scans/ech-sample.ts';
import { recordDataText } from '../../../support/scans/record-from-text.ts';
import { faultyVectors, faultyWires, soundVectors } from './rfc-vectors.ts';

const https = 65;

for (const { what, text, wire } of soundVectors) {
  test(`${what}: text and wire are the same (RFC 9460 appendix D)`, (t) => {
    const octets = Buffer.from(wire, 'hex');
    t.is(encodeServiceBinding(parseServiceBindingText(text)).toString('hex'), wire);
    t.is(encodeServiceBinding(parseServiceBinding(octets)).toString('hex'), wire);
    // What the store writes of it can be read again.
    t.is(encodeServiceBinding(parseServiceBindingText(recordDataText(https, octets))).toString('hex'), wire);
  });
}

for (const { text, fault } of faultyVectors) {
  test(`refused: ${text}`, (t) => {
    const error = t.throws(() => parseServiceBindingText(text), { instanceOf: ServiceBindingError });
    t.is(error.fault, fault as typeof error.fault);
    t.regex(error.rule, /RFC [0-9]+/);
  });
}

for (const { what, wire, fault } of faultyWires) {
  test(`refused on the wire: ${what}`, (t) => {
    const error = t.throws(() => parseServiceBinding(Buffer.from(wire, 'hex')), {
      instanceOf: ServiceBindingError,
    });
    t.is(error.fault, fault as typeof error.fault);
  });
}

test('the reserved key is one of those that are ignored', (t) => {
  t.is(parseServiceBinding(Buffer.from('000100ffff0000', 'hex')).parameters[0]?.key, 65_535);
});

test('parameters of aliases are ignored', (t) => {
  t.is(parseServiceBinding(Buffer.from('00000000030003003535', 'hex')).priority, 0);
});

test('no octets and no text make the readers stumble', (t) => {
  const bounded = (read: () => unknown) => {
    try {
      read();
    } catch (error) {
      if (!(error instanceof ServiceBindingError)) throw error;
    }
  };
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ unit: 'binary', maxLength: 200 }),
      (octets, text) => {
        bounded(() => parseServiceBinding(octets));
        bounded(() => parseServiceBinding(Buffer.concat([Buffer.from('000100', 'hex'), octets])));
        bounded(() => parseServiceBindingText(text));
        bounded(() => parseServiceBindingText(`1 . ${text}`));
        readEchConfigs(octets);
      },
    ),
    { numRuns: 2_000 },
  );
  t.pass();
});

test('whatever can be read is written as it was', (t) => {
  const parameter = fc.record({
    // Those without a form of their own.
    key: fc.integer({ min: 11, max: 65_534 }),
    value: fc.uint8Array({ maxLength: 40 }),
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 65_535 }),
      fc.uniqueArray(parameter, { selector: ({ key }) => key, maxLength: 6 }),
      (priority, parameters) => {
        const wire = encodeServiceBinding({ priority, target: 'a\\.b.example', parameters });
        t.deepEqual(encodeServiceBinding(parseServiceBinding(wire)), wire);
        t.deepEqual(encodeServiceBinding(parseServiceBindingText(recordDataText(https, wire))), wire);
      },
    ),
    { numRuns: 300 },
  );
});

test('an ECH configuration tells its public name', (t) => {
  const list = echConfigList('public.example', Buffer.from('fe0a0002ffff', 'hex'));
  t.deepEqual(readEchConfigs(list), [
    { version: 0xfe0d, isKnown: true, publicName: 'public.example' },
    { version: 0xfe0a, isKnown: false, publicName: null },
  ]);
  t.is(readEchConfigs(list.subarray(0, -1)), undefined);
});
