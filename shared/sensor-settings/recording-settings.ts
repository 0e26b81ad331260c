import { optional, setting } from '../settings/setting.ts';
import { integer, list, seconds, yesNo } from '../settings/setting-types.ts';
import { clientNetwork, domainName, key256, recordType, responseCode } from './values.ts';

/** Items of a list that comes from the collector, at most: each is looked at for each query. */
const fewer = { most: 1_000 };

/** The recording settings belong to every sensor: they state which traffic is recorded, and in which form. */
export const recordingSettings = {
  allow_suffixes: setting(list(domainName), '', {
    fromCollector: list(domainName, fewer),
    flag: '--allow-suffix',
    placeholder: 'NAME',
    reloadable: true,
    help: 'Record only this name and the names below it.',
  }),
  deny_suffixes: setting(list(domainName), '', {
    fromCollector: list(domainName, fewer),
    flag: '--deny-suffix',
    placeholder: 'NAME',
    reloadable: true,
    help: 'Do not record this name and the names below it.',
  }),
  allow_types: setting(list(recordType), '', {
    fromCollector: list(recordType, fewer),
    flag: '--allow-type',
    placeholder: 'TYPE',
    reloadable: true,
    help: 'Record only queries of this type.',
  }),
  deny_types: setting(list(recordType), '', {
    fromCollector: list(recordType, fewer),
    flag: '--deny-type',
    placeholder: 'TYPE',
    reloadable: true,
    help: 'Do not record queries of this type.',
  }),
  allow_response_codes: setting(list(responseCode), '', {
    fromCollector: list(responseCode, fewer),
    flag: '--allow-response-code',
    placeholder: 'CODE',
    reloadable: true,
    help: 'Record only queries whose response has this code.',
  }),
  deny_response_codes: setting(list(responseCode), '', {
    fromCollector: list(responseCode, fewer),
    flag: '--deny-response-code',
    placeholder: 'CODE',
    reloadable: true,
    help: 'Do not record queries whose response has this code.',
  }),
  allow_clients: setting(list(clientNetwork), '', {
    fromCollector: list(clientNetwork, fewer),
    flag: '--allow-client',
    placeholder: 'NETWORK',
    reloadable: true,
    help: 'Record only clients in this network.',
  }),
  deny_clients: setting(list(clientNetwork), '', {
    fromCollector: list(clientNetwork, fewer),
    flag: '--deny-client',
    placeholder: 'NETWORK',
    reloadable: true,
    help: 'Do not record clients in this network.',
  }),
  sampling: setting(integer(1, 1_000_000), '1', {
    help: 'Record one flow out of this number of flows.',
    fromCollector: integer(1, 1_000_000),
    reloadable: true,
    placeholder: 'N',
  }),
  client_prefix_v4: setting(integer(0, 32), '32', {
    help: 'Number of bits to keep of IPv4 client addresses.',
    fromCollector: integer(0, 32),
    reloadable: true,
    placeholder: 'BITS',
  }),
  client_prefix_v6: setting(integer(0, 128), '128', {
    help: 'Number of bits to keep of IPv6 client addresses.',
    fromCollector: integer(0, 128),
    reloadable: true,
    placeholder: 'BITS',
  }),
  pseudonym_key: optional(key256, {
    secret: 'all',
    reloadable: true,
    placeholder: 'HEX',
    help: 'Key of 32 octets in hexadecimal. With this key, prefix-preserving pseudonyms (Crypto-PAn) replace the client addresses.',
  }),
  name_labels: setting(integer(0, 127), '0', {
    help: 'Number of labels to keep of each name, counted from the right. 0 keeps the whole name.',
    fromCollector: integer(0, 127),
    reloadable: true,
    placeholder: 'N',
  }),
  keep_records: setting(yesNo, 'true', { help: 'Whether to keep the records of responses.' }),
  query_timeout_seconds: setting(seconds(0.1, 600), '5', {
    help: 'Time to wait for the response before a query counts as unanswered.',
  }),
} as const;
