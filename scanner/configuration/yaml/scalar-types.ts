import { readAddress, readRange } from '../model/reach.ts';
import type { YamlScalar } from './nodes.ts';

const plain = (pattern: RegExp) => (scalar: YamlScalar) => !scalar.quoted && pattern.test(scalar.text);
/** A duration as Go reads it: `1h30m`, `500ms`. */
const duration = /^[-+]?(?:0|(?:(?:\d{1,18}(?:\.\d{0,18})?|\.\d{1,18})(?:ns|us|µs|ms|s|m|h)){1,6})$/;
const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535;

interface TypeOfScalars {
  readonly meaning: string;
  accepts(scalar: YamlScalar): boolean;
}

/** The types of scalars, and what a person is told to write. A boolean depends on the server. */
export const scalarTypes = {
  text: { meaning: 'one value', accepts: () => true },
  boolean: { meaning: 'true or false', accepts: () => true },
  number: { meaning: 'a whole number', accepts: plain(/^[-+]?\d{1,20}$/) },
  count: { meaning: 'a whole number from 0', accepts: plain(/^\+?\d{1,20}$/) },
  port: {
    meaning: 'a port number',
    accepts: ({ text, quoted }) => !quoted && isPort(text),
  },
  duration: { meaning: 'a duration such as 30s', accepts: ({ text }) => duration.test(text) },
  'duration-or-number': {
    meaning: 'a duration such as 30s',
    accepts: ({ text }) => duration.test(text) || /^[-+]?\d{1,18}$/.test(text),
  },
  address: {
    meaning: 'an address',
    accepts: ({ text }) => readAddress(text.replace(/%.*$/, '')) !== undefined,
  },
  'address-or-nothing': {
    meaning: 'an address',
    accepts: ({ text }) => text === '' || readAddress(text.replace(/%.*$/, '')) !== undefined,
  },
  'address-and-port': {
    meaning: 'an address and a port, such as 127.0.0.1:3000',
    accepts: ({ text }) => {
      const [, inner = '', port = ''] = /^(\[[^\]]*\]|[^:]*):(\d+)$/.exec(text) ?? [];
      const address = inner.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '');
      return (
        isPort(port) && readAddress(address) !== undefined && address.includes(':') === inner.startsWith('[')
      );
    },
  },
  network: { meaning: 'an address or a prefix', accepts: ({ text }) => readRange(text) !== undefined },
} as const satisfies Readonly<Record<string, TypeOfScalars>>;

export type ScalarType = keyof typeof scalarTypes;

/** Tells whether a word of a table is the name of a type. */
export function isScalarType(name: string): name is ScalarType {
  return Object.hasOwn(scalarTypes, name);
}
