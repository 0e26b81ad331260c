import type { DnsAnswer, DnsQuestion } from '../../../ports/dns-answer.ts';
import type { DecodedMessage } from './decode-message.ts';

type Circumstances = Pick<DnsAnswer, 'server' | 'transport' | 'milliseconds' | 'size'>;

export function answerOf(question: DnsQuestion, message: DecodedMessage, how: Circumstances): DnsAnswer {
  const { flags, responseCode, answer, authority, additional, edns } = message;
  return {
    question,
    responseCode,
    authoritative: (flags & 0x0400) !== 0,
    truncated: (flags & 0x0200) !== 0,
    recursionAvailable: (flags & 0x0080) !== 0,
    authenticData: (flags & 0x0020) !== 0,
    answer,
    authority,
    additional,
    ...(edns === undefined
      ? {}
      : {
          edns: {
            version: edns.version,
            size: edns.size,
            dnssecOk: edns.dnssecOk,
            options: edns.options,
          },
        }),
    extendedErrors: edns?.extendedErrors ?? [],
    ...how,
  };
}

type Failure = Required<Pick<DnsAnswer, 'failure' | 'failureMessage'>> & Partial<Circumstances>;

/** Makes an answer that tells why there is none. */
export function failedAnswer(question: DnsQuestion, failure: Failure): DnsAnswer {
  return {
    question,
    authoritative: false,
    truncated: false,
    authenticData: false,
    recursionAvailable: false,
    answer: [],
    authority: [],
    additional: [],
    extendedErrors: [],
    server: '',
    transport: 'udp',
    milliseconds: 0,
    size: 0,
    ...failure,
  };
}
