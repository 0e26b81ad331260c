import { listOf, seconds, text, whole, yesNo } from './setting.ts';
import { parseKey256, parseName, parseNetwork, parseRecordType, parseResponseCode } from './values.ts';

/** The settings of all that sees DNS that say what is recorded of the traffic, and in which form. */
export const recordingSettings = {
  allow_suffixes: listOf(parseName, [], {
    flag: 'allow-suffix',
    placeholder: 'NAME',
    reloadable: true,
    help: 'Keep only this name and those below it.',
  }),
  deny_suffixes: listOf(parseName, [], {
    flag: 'deny-suffix',
    placeholder: 'NAME',
    reloadable: true,
    help: 'Leave out this name and those below it.',
  }),
  allow_types: listOf(parseRecordType, [], {
    flag: 'allow-type',
    placeholder: 'TYPE',
    reloadable: true,
    help: 'Keep only queries of this type.',
  }),
  deny_types: listOf(parseRecordType, [], {
    flag: 'deny-type',
    placeholder: 'TYPE',
    reloadable: true,
    help: 'Leave out queries of this type.',
  }),
  allow_response_codes: listOf(parseResponseCode, [], {
    flag: 'allow-response-code',
    placeholder: 'CODE',
    reloadable: true,
    help: 'Keep only responses with this code.',
  }),
  deny_response_codes: listOf(parseResponseCode, [], {
    flag: 'deny-response-code',
    placeholder: 'CODE',
    reloadable: true,
    help: 'Leave out responses with this code.',
  }),
  allow_clients: listOf(parseNetwork, [], {
    flag: 'allow-client',
    placeholder: 'NETWORK',
    reloadable: true,
    help: 'Keep only clients in this network.',
  }),
  deny_clients: listOf(parseNetwork, [], {
    flag: 'deny-client',
    placeholder: 'NETWORK',
    reloadable: true,
    help: 'Leave out clients in this network.',
  }),
  sampling: whole(
    1,
    { min: 1, max: 1_000_000 },
    { help: 'Keep one in so many flows.', reloadable: true, placeholder: 'N' },
  ),
  client_prefix_v4: whole(
    32,
    { min: 0, max: 32 },
    { help: 'Bits kept of IPv4 client addresses.', reloadable: true, placeholder: 'BITS' },
  ),
  client_prefix_v6: whole(
    128,
    { min: 0, max: 128 },
    { help: 'Bits kept of IPv6 client addresses.', reloadable: true, placeholder: 'BITS' },
  ),
  pseudonym_key: {
    ...text(undefined, {
      secret: true,
      reloadable: true,
      placeholder: 'HEX',
      help: 'Key of 32 octets in hexadecimal: replaces client addresses by prefix-preserving pseudonyms (Crypto-PAn).',
    }),
    parse: parseKey256,
  },
  name_labels: whole(
    0,
    { min: 0, max: 127 },
    {
      help: 'Labels kept of a name, from the right; 0 keeps names whole.',
      reloadable: true,
      placeholder: 'N',
    },
  ),
  keep_records: yesNo(true, { help: 'Whether the records of responses are kept.' }),
  query_timeout_seconds: seconds(
    5,
    { min: 0.1, max: 600 },
    { help: 'Time that a query waits for its response before it counts as unanswered.' },
  ),
} as const;
