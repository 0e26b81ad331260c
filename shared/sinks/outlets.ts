import type { Duplex } from 'node:stream';

export interface Posted {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The text of the answer, up to a bound. */
  readonly text: string;
}

export interface PostRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Instead of POST. */
  readonly method?: 'PUT';
  /** A certificate authority to trust besides the system's, in PEM. */
  readonly authority?: string | undefined;
}

export interface ConnectRequest {
  readonly host: string;
  readonly port: number;
  /** Absent for a connection without TLS. */
  readonly tls?: TlsRequest;
}

export interface TlsRequest {
  /** The name in the certificate; the host unless said otherwise. */
  readonly serverName?: string | undefined;
  /** A certificate authority to trust besides the system's, in PEM. */
  readonly authority?: string | undefined;
  /** The certificate and the private key to show, one behind the other in PEM. */
  readonly identity?: string | undefined;
}

export interface FileRequest {
  /** Names the file, without folder and ending. */
  readonly name: string;
  readonly ending: string;
  /** The key of what is appended: the same key is appended once. */
  readonly key: string;
  /** A file that has as many is closed, and another begun. */
  readonly maxBytes: number;
  /** Milliseconds since 1970 after which a file that was begun before is closed. */
  readonly periodBegan: number;
  /** Closed files that are kept; the oldest beyond are removed. */
  readonly keep: number;
}

/** Outlets are the ways out that sinks have: every connection goes through the guard, every file into one folder. */
export interface Outlets {
  /** Throws a FetchError. */
  post(url: string, request: PostRequest, signal: AbortSignal): Promise<Posted>;
  /** Throws a FetchError. */
  connect(request: ConnectRequest, signal: AbortSignal): Promise<Duplex>;
  /** Goes on with TLS on a connection that `connect` made without, for protocols that begin in the clear. Throws a FetchError. */
  secure(connection: Duplex, host: string, tls: TlsRequest, signal: AbortSignal): Promise<Duplex>;
  append(request: FileRequest, bytes: Uint8Array): Promise<void>;
  /** Writes JSON lines as Parquet; the structure names the columns as ClickHouse does. Throws a StoreError. */
  parquet(lines: Uint8Array, structure: string): Promise<Uint8Array>;
}
