import { type Fetch, FetchError, type FetchFailure } from '@sonde/scanner/ports/fetch.ts';
import { letGo } from '@sonde/scanner/ports/fetched-body.ts';
import { readRetryAfter } from '@sonde/shared/net/retry-after.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { SendMail } from '../../../ports/system/mailer.ts';
import type { NewChannel } from '../../../ports/threats/notifications.ts';
import type { SecretBox } from '../access/secret-box.ts';
import { ownBrand } from '../brand/brand.ts';
import { openSecret } from './channel-secret.ts';
import { channelKinds } from './kinds/index.ts';
import type { Notice } from './notice.ts';
import { noticeMail, type Sender } from './notice-mail.ts';

/** Milliseconds for one attempt. */
const patience = 10_000;
/** Only an answer's status counts, so that no more of its body is read than this. */
const mostAnswer = 65_536;

/** One for whatever is no answer: which ports of a host are open is nothing that a webhook should find out. */
const noAnswer = `There was no HTTP answer within ${patience / 1_000} seconds.`;
const sentences: Readonly<Record<FetchFailure, string>> = {
  unreachable: noAnswer,
  timeout: noAnswer,
  refused: 'The collector does not connect to this address.',
  too_large: 'The answer is longer than a webhook needs.',
  untrusted: "The receiver's certificate does not verify.",
};

type NoticeChannel = Pick<NewChannel, 'kind' | 'target' | 'secret'>;

export interface SendNoticePorts {
  readonly notificationFetch: Fetch;
  /** Absent if no mail server is set. */
  readonly sendMail?: SendMail | undefined;
  readonly secrets: Pick<SecretBox, 'open'>;
  readonly clock: Clock;
  /** In whose name mail is written; the product's own if absent. */
  readonly sender?: (() => Sender) | undefined;
}

/**
 * A send result states what came of an attempt. It has the `status` of the answer, if there was one; `final`: there is
 * no use in trying again.
 */
export type SendResult =
  | { readonly ok: true; readonly status?: number }
  | {
      readonly ok: false;
      readonly error: string;
      readonly status?: number;
      readonly final?: boolean;
      readonly retryAfterSeconds?: number;
    };

/** Makes one attempt to send. Never throws, unless it is aborted. */
export async function sendNotice(
  channel: NoticeChannel,
  notice: Notice,
  ports: SendNoticePorts,
  signal: AbortSignal,
): Promise<SendResult> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
  try {
    const { kind } = channel;
    return kind === 'email'
      ? await mail(channel.target, notice, ports, inTime)
      : await post({ ...channel, kind }, notice, ports, inTime);
  } catch (error) {
    signal.throwIfAborted();
    if (inTime.aborted) return { ok: false, error: noAnswer };
    if (error instanceof FetchError) return { ok: false, error: sentences[error.failure] };
    throw error;
  }
}

async function post(
  channel: NoticeChannel & { readonly kind: keyof typeof channelKinds },
  notice: Notice,
  { notificationFetch, secrets, sender, clock }: SendNoticePorts,
  signal: AbortSignal,
): Promise<SendResult> {
  const known = openSecret(channel, secrets);
  if (known === undefined)
    return {
      ok: false,
      error: "The channel's secret can't be read any more: make the channel anew.",
      final: true,
    };
  const receiver = { ...known, sender: (sender?.() ?? ownBrand).name, now: clock.now() };
  const { url, method, headers, body } = channelKinds[channel.kind].request(notice, receiver);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return postOnce(url, { text, method, headers }, { notificationFetch, clock }, signal);
}

/** Posts JSON, and tells by the status what came of it. Throws a FetchError if there is no answer. */
export async function postOnce(
  url: string,
  {
    text,
    method,
    headers,
  }: {
    readonly text: string;
    readonly method?: 'PUT' | undefined;
    readonly headers?: Readonly<Record<string, string>> | undefined;
  },
  { notificationFetch, clock }: Pick<SendNoticePorts, 'notificationFetch' | 'clock'>,
  signal: AbortSignal,
): Promise<SendResult> {
  const answer = await notificationFetch(url, {
    post: text,
    ...(method !== undefined && { method }),
    headers: { 'content-type': 'application/json', ...headers },
    signal,
    maxBytes: mostAnswer,
  });
  // The connection is let go of at its first bytes: the status is there already, whatever becomes of the rest.
  await letGo(answer).catch(() => {});
  const { status } = answer;
  if (status >= 200 && status < 300) return { ok: true, status };
  const retryAfter = readRetryAfter(answer.headers['retry-after'], clock.now()) ?? 0;
  return {
    ok: false,
    status,
    error: `The receiver answered with ${status}.`,
    // 410 is how a receiver says that it wants no more (RFC 9110 section 15.5.11).
    final: status === 410,
    ...(retryAfter > 0 && { retryAfterSeconds: Math.ceil(retryAfter / 1_000) }),
  };
}

async function mail(
  address: string,
  notice: Notice,
  { sendMail, sender }: SendNoticePorts,
  signal: AbortSignal,
): Promise<SendResult> {
  if (sendMail === undefined) return { ok: false, error: 'This collector has no mail server.' };
  await sendMail(noticeMail(address, notice, sender?.()), signal);
  return { ok: true };
}
