import type { Readable } from 'node:stream';

/** An answer is complete but for the headers that do not depend on it. */
export interface Answer {
  readonly status: number;
  /** Its own headers, type and length aside. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The content type; missing if there is no body. */
  readonly type?: string;
  readonly body?: Body;
}

export type Body = string | Buffer | Readable;

export const jsonType = 'application/json; charset=utf-8';
