import { keyRecord, makeKey, signerRecord } from '../../../../scanner/bench/lab/keys.ts';
import { onlyRecords, resigned } from '../../../support/lab/resign.ts';
import { isKeySet, one, type ScannerCase } from './case.ts';

/** A set of the picture of the chain whose signature holds. */
const good = (name: string, type: string) => ({
  name,
  type,
  denies: null,
  signatures: { 0: { state: 'good', message: null } },
});

const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().replaceAll(/[-:T]|\..*$/g, '');

export const dnssecScanCases: readonly ScannerCase[] = [
  one(
    'dnssec',
    'a sound zone',
    'good',
    { signing: { nsec3: {} } },
    [
      ['secure', 'pass', 'RFC 4035 section 5.3'],
      ['algorithm', 'pass', 'RFC 6605'],
      ['digest', 'pass', 'RFC 4509'],
      ['nsec3_iterations', 'pass', 'RFC 9276 section 3.1'],
      ['signature_lifetime', 'pass', 'RFC 6781 section 4.4.2'],
    ],
    {
      result: {
        enabled: true,
        valid: true,
        status: 'secure',
        zone: 'good.example',
        zones: {
          length: 3,
          0: {
            zone: '.',
            status: 'secure',
            signers: null,
            sets: { 0: good('.', 'DNSKEY'), 1: good('example', 'DS') },
          },
          1: {
            zone: 'example',
            status: 'secure',
            signers: { 0: { matches: true } },
            sets: { 1: good('good.example', 'DS') },
          },
          2: {
            zone: 'good.example',
            keys: { 0: { vouchedFor: true } },
            sets: {
              0: good('good.example', 'DNSKEY'),
              1: good('good.example', 'SOA'),
              2: { type: 'NSEC3', denies: 'good.example A' },
            },
          },
        },
      },
    },
  ),
  one(
    'dnssec',
    'an unsigned zone',
    'unsigned',
    { signing: false },
    [['insecure', 'info', 'RFC 4035 section 5.2']],
    {
      result: {
        enabled: false,
        valid: false,
        status: 'insecure',
        denial: null,
        zones: {
          length: 3,
          1: {
            sets: {
              1: { type: 'NSEC', denies: 'unsigned.example DS', signatures: { 0: { state: 'good' } } },
            },
          },
          2: {
            zone: 'unsigned.example',
            status: 'insecure',
            signers: [],
            keys: [],
            sets: { 0: { type: 'SOA', signatures: [] } },
          },
        },
      },
    },
  ),
  one(
    'dnssec',
    'expired signatures',
    'late',
    { signing: { inception: '20240101000000', expiration: '20240201000000' } },
    [['bogus', 'fail', 'RFC 4035 section 5.3.1']],
    {
      result: {
        enabled: true,
        valid: false,
        status: 'bogus',
        zones: {
          2: { status: 'bogus', sets: { 0: { type: 'DNSKEY', signatures: { 0: { state: 'expired' } } } } },
        },
      },
    },
  ),
  one(
    'dnssec',
    'denials that do not hold',
    'denials',
    {
      signing: { nsec3: {} },
      change: (text) => onlyRecords(text, ({ type }) => type !== 50),
    },
    [['bogus', 'fail', 'RFC 4035 section 5.4']],
    { result: { enabled: true, valid: false, status: 'bogus' } },
  ),
  {
    title: 'a zone below one that is not signed',
    scanner: 'dnssec',
    zones: [
      { name: 'bare.example', signing: false, records: 'www A 198.18.10.1' },
      { name: 'deep.down.bare.example', records: '@ A 198.18.10.1', signing: { digests: [] } },
    ],
    domain: 'deep.down.bare.example',
    finds: [['signed_without_ds', 'warning', 'RFC 4035 section 2.4']],
    result: {
      zones: {
        length: 4,
        2: { zone: 'bare.example', status: 'insecure' },
        3: {
          zone: 'deep.down.bare.example',
          status: 'insecure',
          signers: [],
          keys: { 0: { vouchedFor: false } },
        },
      },
    },
  },
  {
    title: 'a domain that does not exist',
    scanner: 'dnssec',
    zones: [],
    domain: 'not-there.example',
    finds: [['no_such_domain', 'unknown', 'RFC 8020 section 2']],
    result: { enabled: null, valid: null, details: 'not-there.example does not exist.' },
  },
  one(
    'dnssec',
    'no server that answers',
    'down',
    { unserved: true, servers: ['198.18.9.7'] },
    [['unanswered', 'unknown', 'RFC 4035 section 4.3']],
    { result: { enabled: null, valid: null, status: null, extendedError: { code: 22 } } },
  ),
  one(
    'dnssec',
    'signatures that expire soon',
    'soon',
    { signing: { inception: inDays(-9), expiration: inDays(1) } },
    [['signature_expires_soon', 'warning', 'RFC 6781 section 4.4.2']],
  ),
  one(
    'dnssec',
    'signatures for years',
    'years',
    { signing: { inception: inDays(-1), expiration: inDays(800) } },
    [['signature_lifetime_long', 'info', 'RFC 6781 section 4.4.2']],
  ),
  one('dnssec', 'a short RSA key', 'short', { signing: { algorithm: 8, bits: 1_024 } }, [
    ['rsa_key_short', 'warning', 'RFC 6781 section 3.4.2'],
  ]),
  one('dnssec', 'an RSA key that can be broken', 'tiny', { signing: { algorithm: 8, bits: 768 } }, [
    ['rsa_key_too_short', 'fail', 'RFC 6781 section 3.4.2'],
  ]),
  one(
    'dnssec',
    'RSASHA1',
    'sha1',
    { signing: { algorithm: 5 } },
    [
      ['forbidden_algorithm', 'fail', 'RFC 9905 section 2'],
      ['insecure', 'info', 'RFC 9905 section 2'],
    ],
    { result: { enabled: true, valid: false } },
  ),
  one('dnssec', 'RSASHA512', 'sha512', { signing: { algorithm: 10, bits: 2_048 } }, [
    ['discouraged_algorithm', 'warning', 'RFC 9904'],
  ]),
  one('dnssec', 'SHA-1 digests alone', 'digest', { signing: { digests: [1] } }, [
    ['sha1_digest', 'warning', 'RFC 9904'],
  ]),
  one(
    'dnssec',
    'a DS record for a key that is gone',
    'gone',
    {
      delegation: (usual) => `${usual}\n${signerRecord(makeKey('gone.example', 13))}`,
    },
    [['ds_without_key', 'warning', 'RFC 4035 section 2.4']],
    { result: { valid: true } },
  ),
  one(
    'dnssec',
    'signed without a DS record',
    'island',
    { signing: { digests: [] } },
    [['signed_without_ds', 'warning', 'RFC 4035 section 2.4']],
    { result: { enabled: false, valid: false } },
  ),
  one(
    'dnssec',
    'NSEC3 with rounds and salt',
    'salty',
    { signing: { nsec3: { iterations: 10, salt: 'abcd' } } },
    [
      ['nsec3_iterations', 'warning', 'RFC 9276 section 3.1'],
      ['nsec3_salt', 'info', 'RFC 9276 section 3.1'],
    ],
  ),
  one('dnssec', 'NSEC3 with too many rounds', 'rounds', { signing: { nsec3: { iterations: 600 } } }, [
    ['nsec3_iterations_excessive', 'fail', 'RFC 9276 section 3.2'],
  ]),
  one('dnssec', 'opt-out', 'opted', { signing: { nsec3: { optOut: true } } }, [
    ['nsec3_opt_out', 'info', 'RFC 5155 section 6'],
  ]),
  one(
    'dnssec',
    'a key of another algorithm that does not sign',
    'mixed',
    {
      change: (text, _, [key]) =>
        resigned(`${text}\n${keyRecord(makeKey('mixed.example', 15, 256))}\n`, key!, isKeySet),
    },
    [['algorithm_does_not_sign', 'warning', 'RFC 4035 section 2.2']],
    { result: { valid: true } },
  ),
  one(
    'dnssec',
    'a revoked key beside',
    'revoked',
    {
      change: (text, _, [key]) =>
        resigned(`${text}\n${keyRecord(makeKey('revoked.example', 13, 0x181))}\n`, key!, isKeySet),
    },
    [['revoked_key', 'info', 'RFC 5011 section 2.1']],
  ),
  one(
    'dnssec',
    'a delete record',
    'leaving',
    { records: '@ CDS 0 0 0 00\n@ CDNSKEY 0 3 0 AA==' },
    [['asks_for_deletion', 'warning', 'RFC 8078 section 4']],
    {
      result: { childSync: { cds: ['0 0 0 00'], cdnskey: ['0 3 0 AA=='], csync: [], asksForDeletion: true } },
    },
  ),
  one(
    'dnssec',
    'CDS for another key',
    'rolling',
    {
      records: `@ CDS ${signerRecord(makeKey('rolling.example', 13)).split(' DS ')[1]}`,
    },
    [['cds_pending', 'info', 'RFC 7344 section 6']],
  ),
  one('dnssec', 'CSYNC', 'csync', { records: '@ CSYNC 1 3 NS A AAAA' }, [
    ['csync', 'pass', 'RFC 7477 section 2'],
  ]),
  one('dnssec', 'CSYNC with unknown flags', 'flags', { records: '@ CSYNC 1 7 NS' }, [
    ['csync_flags', 'fail', 'RFC 7477 section 2.1.1.2'],
  ]),
  one(
    'dnssec',
    'CSYNC in an unsigned zone',
    'unsigned-csync',
    { signing: false, records: '@ CSYNC 1 3 NS' },
    [['csync_not_secure', 'fail', 'RFC 7477 section 3']],
  ),
];
