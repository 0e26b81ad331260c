import type { Severity } from '@sonde/shared/schemas/severity.ts';
import { isPublic, readAddress } from '../model/reach.ts';
import type { Span } from '../model/source.ts';
import { isWord, type Statement } from './read-statements.ts';
import { blockOf, isOn, textOf } from './settings.ts';

/** Octets of an answer beyond which it is cut into packets on common lines. */
const longestAnswer = 1_472;

export interface Words {
  readonly message: string;
  readonly rule: string;
  readonly suggestion: string;
  readonly snippet?: string;
}

export type Say = (code: string, severity: Severity, at: Span, words: Words) => void;
/** Finds the setting that holds for a view. */
type Nearest = (name: string) => Statement | undefined;

/** Judges how a view resolves names: validation, ports, privacy, forwarders. */
export function judgeResolving(nearest: Nearest, say: Say): void {
  const validation = nearest('dnssec-validation');
  if (validation !== undefined && /^(?:no|0|false)$/i.test(textOf(validation) ?? '')) {
    say('validation_off', 'high', validation, {
      message: 'Answers are not validated by DNSSEC.',
      rule: 'RFC 9364; DISA BIND 9 STIG, dnssec-validation',
      suggestion: 'Let the server validate with the built-in trust anchor.',
      snippet: 'dnssec-validation auto;',
    });
  }
  const exceptions = nearest('validate-except');
  const root = (blockOf(exceptions)?.statements ?? []).find(
    ({ items }) => isWord(items[0]) && items[0].text === '.',
  );
  if (root !== undefined) {
    say('validation_off', 'high', root, {
      message: 'The root is left out of validation, and with it every name.',
      rule: 'RFC 9364',
      suggestion: 'Name the domains that are broken, not the root.',
    });
  }
  const expired = nearest('dnssec-accept-expired');
  if (expired !== undefined && isOn(expired) === true) {
    say('expired_signatures', 'medium', expired, {
      message: 'Expired signatures are taken, so old answers can be replayed.',
      rule: 'RFC 4035 section 5.3.1',
      suggestion: 'Remove the option.',
      snippet: 'dnssec-accept-expired no;',
    });
  }
  const minimization = nearest('qname-minimization');
  if (minimization !== undefined && /^(?:off|disabled)$/i.test(textOf(minimization) ?? '')) {
    say('privacy', 'low', minimization, {
      message: 'Whole names are told to every server on the way.',
      rule: 'RFC 9156',
      suggestion: 'Let names be shortened.',
      snippet: 'qname-minimization relaxed;',
    });
  }
  const empty = nearest('empty-zones-enable');
  if (empty !== undefined && isOn(empty) === false) {
    say('private_names_leak', 'low', empty, {
      message: 'Questions about private addresses leave for the public DNS.',
      rule: 'RFC 6303',
      suggestion: 'Leave empty zones on.',
      snippet: 'empty-zones-enable yes;',
    });
  }
  judgeSources(nearest, say);
  const size = nearest('edns-udp-size');
  if (size !== undefined && Number(textOf(size)) > longestAnswer) {
    say('fragmentation', 'low', size, {
      message: 'Answers may come in fragments, which can be forged and get lost.',
      rule: 'RFC 9715',
      suggestion: 'Ask for answers of 1,232 octets.',
      snippet: 'edns-udp-size 1232;',
    });
  }
  judgeForwarders(nearest('forwarders'), say);
}

function judgeSources(nearest: Nearest, say: Say): void {
  for (const name of ['query-source', 'query-source-v6']) {
    const source = nearest(name);
    const words = (source?.items ?? []).filter(isWord).map(({ text }) => text.toLowerCase());
    const port = words[words.indexOf('port') + 1];
    if (!words.includes('port') || port === '*' || source === undefined) continue;
    say('fixed_source_port', 'high', source, {
      message: 'Questions leave from one port, which makes forged answers easy.',
      rule: 'RFC 5452 section 9.2',
      suggestion: 'Leave the port to the server.',
      snippet: `${name} address *;`,
    });
  }
}

function judgeForwarders(forwarders: Statement | undefined, say: Say): void {
  const words = (blockOf(forwarders)?.statements ?? []).flatMap(({ items }) => items.filter(isWord));
  const clear = words.find((word) => {
    const address = readAddress(word.text);
    return address !== undefined && isPublic(address);
  });
  if (clear === undefined || words.some(({ text }) => text.toLowerCase() === 'tls')) return;
  say('forwarders_in_clear', 'info', clear, {
    message: 'Questions are forwarded over the Internet without encryption.',
    rule: 'RFC 7858; RFC 9076',
    suggestion: 'Forward over TLS (BIND 9.20 or a stub such as Unbound), or resolve by yourself.',
  });
}

/** Judges the sizes of answers that a server gives. */
export function judgeAnswers(nearest: Nearest, say: Say): void {
  const size = nearest('max-udp-size');
  if (size === undefined || Number(textOf(size)) <= longestAnswer) return;
  say('fragmentation', 'low', size, {
    message: 'Answers may leave in fragments, which can be forged and get lost.',
    rule: 'RFC 9715',
    suggestion: 'Give answers of 1,232 octets at most.',
    snippet: 'max-udp-size 1232;',
  });
}
