/** The parent gives these options to the engine's process, as one JSON argument. */
export interface EngineOptions {
  /** The engine's own directory; nobody else writes there. */
  readonly dataDirectory: string;
  readonly socketPath: string;
  readonly configFile: string;
  /** For request bodies on their way into the engine. */
  readonly incomingDirectory: string;
  readonly heartbeatMilliseconds: number;
}

/** The engine's process tells its parent these messages. */
export type EngineMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'alive' }
  | { readonly kind: 'failed'; readonly message: string };
