import type { ChannelKind } from '@sonde/shared/schemas/notification-channel.ts';
import type { Notice } from '../notice.ts';

/** A notice request states what is sent, by POST unless said otherwise; the body as JSON, unless it is text already. */
export interface NoticeRequest {
  readonly url: string;
  readonly method?: 'PUT';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object | string;
}

/** A receiver states whom a request is made for. */
export interface Receiver {
  /** The whole target, also if it is shown shortened. */
  readonly target: string;
  /** Empty if the kind has none. */
  readonly secret: string;
  /** In whose name people are told. */
  readonly sender: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface DefinedChannelKind {
  readonly kind: ChannelKind;
  /** The secret: `made` here and shown once, `required` of or `optional` for whoever makes the channel, or the target itself, a URL that lets whoever knows it write. */
  readonly secret: 'made' | 'required' | 'optional' | 'target';
  /** The form of a secret. */
  readonly secretForm?: RegExp;
  /** Whether the end of a threat is told too, unless the channel says otherwise. */
  readonly tellsResolved: boolean;
  /** The target in normal form. Throws an InvalidInput. */
  readTarget(text: string): string;
  request(notice: Notice, receiver: Receiver): NoticeRequest;
}

/** Defines one way to tell of threats over HTTP: where it leads, and what is sent there. */
export function defineChannelKind(kind: DefinedChannelKind): DefinedChannelKind {
  return kind;
}
