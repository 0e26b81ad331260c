import { isBase64 } from '../model/base64.ts';
import type { Findings } from '../model/findings.ts';
import type { Span } from '../model/source.ts';
import { judgePolicy } from './judge-policy.ts';
import { isBlock, isWord } from './read-statements.ts';
import { firstOf, innerOf, type Settings, textOf, wordOf } from './settings.ts';

const algorithms: Readonly<Record<string, number>> = {
  'hmac-md5': 128,
  'hmac-md5.sig-alg.reg.int': 128,
  'hmac-sha1': 160,
  'hmac-sha224': 224,
  'hmac-sha256': 256,
  'hmac-sha384': 384,
  'hmac-sha512': 512,
};
const leastSecret = 16;
const tlsManual = 'BIND 9 Administrator Reference Manual, tls';
/** Words that OpenSSL knows for ciphers of up to TLS 1.2, and the parts that names of ciphers are made of. */
const cipherWords = new Set(
  `ALL COMPLEMENTOFALL COMPLEMENTOFDEFAULT DEFAULT HIGH MEDIUM LOW eNULL NULL aNULL aRSA aECDSA aPSK aDSS aDH aGOST kRSA kDHE kECDHE kEDH
  kEECDH kPSK kDHEPSK kECDHEPSK kRSAPSK kSRP kGOST RSA DH DHE EDH ECDH ECDHE EECDH ADH AECDH ECDSA DSS PSK SRP TLSv1 TLSv1.0 TLSv1.2 SSLv3 AES
  AES128 AES256 AESGCM AESCCM AESCCM8 ARIA ARIA128 ARIA256 ARIAGCM CAMELLIA CAMELLIA128 CAMELLIA256 CHACHA20 POLY1305 GCM CCM CCM8 CBC CBC3 3DES
  DES SEED RC4 IDEA MD5 SHA SHA1 SHA256 SHA384 SUITEB128 SUITEB128ONLY SUITEB192`.split(/\s+/),
);

/** Tells whether a word of a list of ciphers adds any; `!` and `-` take some away, `+` only moves them. */
function isCipher(word: string): boolean {
  return word !== '' && word.split(/[+-]/).every((part) => cipherWords.has(part));
}

/** Judges keys of transactions, policies of signing, and the versions of TLS. */
export function judgeKeys(top: Settings, findings: Findings): void {
  for (const settings of [top, ...innerOf(top, 'view')]) {
    for (const key of innerOf(settings, 'key')) judgeKey(key, findings);
  }
  for (const policy of innerOf(top, 'dnssec-policy')) judgePolicy(policy, findings);
  for (const tls of innerOf(top, 'tls')) judgeTls(tls, findings);
}

function judgeKey(key: Settings, findings: Findings): void {
  const rule = 'BIND 9 Administrator Reference Manual, key';
  const [algorithm, secret] = [wordOf(firstOf(key, 'algorithm')), wordOf(firstOf(key, 'secret'))];
  const name = wordOf(key.statement) ?? key.statement!;
  if (algorithm === undefined || secret === undefined) {
    const message = 'A key needs an algorithm and a secret.';
    findings.refuse({
      code: 'key_incomplete',
      at: name,
      message,
      rule,
      suggestion: 'Make one with tsig-keygen.',
    });
    return;
  }
  const [base = '', cut] = splitBits(algorithm.text.toLowerCase());
  const bits = algorithms[base];
  if (bits === undefined || (cut !== undefined && (cut > bits || cut % 8 !== 0))) {
    const message = 'There is no such algorithm of a key.';
    const suggestion = 'Use hmac-sha256.';
    findings.refuse({
      code: 'unknown_algorithm',
      at: algorithm,
      message,
      rule,
      suggestion,
      snippet: 'algorithm hmac-sha256;',
    });
    return;
  }
  if (secret.text !== '' && !isBase64(secret.text)) {
    const message = 'The secret is no base64.';
    findings.refuse({
      code: 'bad_secret',
      at: secret,
      message,
      rule,
      suggestion: 'Make one with tsig-keygen.',
    });
    return;
  }
  const isMd5 = base.startsWith('hmac-md5');
  if (isMd5 || base === 'hmac-sha1') {
    findings.add({
      code: 'weak_tsig_algorithm',
      severity: isMd5 ? 'high' : 'medium',
      at: algorithm,
      message: `${isMd5 ? 'HMAC-MD5' : 'HMAC-SHA1'} is not to be used any more.`,
      rule: 'RFC 8945 section 6',
      suggestion: 'Make a key for hmac-sha256.',
      snippet: 'algorithm hmac-sha256;',
    });
  }
  if (Buffer.from(secret.text, 'base64').length < leastSecret) {
    findings.add({
      code: 'short_secret',
      severity: 'medium',
      at: secret,
      message: `The secret has fewer than ${leastSecret} octets.`,
      rule: 'RFC 8945 section 8',
      suggestion: 'Make one with tsig-keygen.',
    });
  }
}

/** `hmac-sha256-128` is cut to so many bits. */
function splitBits(text: string): [string, number | undefined] {
  const parts = /^(hmac-[a-z0-9.-]+?)-(\d+)$/.exec(text);
  return parts === null ? [text, undefined] : [parts[1]!, Number(parts[2])];
}

function judgeTls(tls: Settings, findings: Findings): void {
  const rule = 'RFC 8996';
  const name = wordOf(tls.statement) ?? tls.statement!;
  if (textOf(tls.statement)?.toLowerCase() === 'ephemeral') {
    const message = 'The name ephemeral is reserved.';
    findings.refuse({ code: 'duplicate_name', at: name, message, rule, suggestion: 'Give it another name.' });
  }
  const [key, certificate] = [firstOf(tls, 'key-file'), firstOf(tls, 'cert-file')];
  if ((key === undefined) !== (certificate === undefined)) {
    const message = 'key-file and cert-file stand together or not at all.';
    findings.refuse({
      code: 'contradiction',
      at: name,
      message,
      rule: tlsManual,
    });
  }
  const spoken = new Set<string>();
  for (const item of firstOf(tls, 'protocols')?.items ?? []) {
    if (!isBlock(item)) continue;
    const refuse = (at: Span, message: string, suggestion: string) =>
      findings.refuse({ code: 'bad_value', at, message, rule: tlsManual, suggestion });
    if (item.statements.length === 0)
      refuse(item, 'The list of protocols is empty.', 'Remove it, or name TLSv1.3.');
    for (const { items } of item.statements) {
      const protocol = items[0];
      if (!isWord(protocol)) continue;
      const version = protocol.text.toLowerCase();
      if (spoken.has(version)) refuse(protocol, 'The protocol stands in the list already.', 'Remove one.');
      spoken.add(version);
      if (/^tlsv1\.[23]$/.test(version)) continue;
      const message = 'Only TLSv1.2 and TLSv1.3 are spoken.';
      findings.refuse({
        code: 'old_tls',
        at: protocol,
        message,
        rule,
        suggestion: 'Use TLSv1.3.',
        snippet: 'protocols { TLSv1.2; TLSv1.3; };',
      });
    }
  }
  const ciphers = wordOf(firstOf(tls, 'ciphers'));
  if (ciphers !== undefined && !ciphers.text.split(/[:, ]/).some(isCipher)) {
    const message = 'None of the words stands for ciphers of TLS 1.2.';
    findings.refuse({
      code: 'bad_value',
      at: ciphers,
      message,
      rule: tlsManual,
      suggestion: 'Write "HIGH".',
    });
  }
  if (
    ciphers !== undefined &&
    /(?:^|:)(?!!|-)[^:]*(?:RC4|3DES|DES-|NULL|EXPORT|MD5|aNULL)/i.test(ciphers.text)
  ) {
    findings.add({
      code: 'weak_ciphers',
      severity: 'high',
      at: ciphers,
      message: 'Ciphers are allowed that protect nothing any more.',
      rule: 'RFC 9325 section 4.1',
      suggestion: 'Allow current ones only.',
      snippet:
        'ciphers "HIGH:!kRSA:!aNULL:!eNULL:!RC4:!3DES:!MD5:!EXP:!PSK:!SRP:!DSS:!SHA1:!SHA256:!SHA384";',
    });
  }
}
