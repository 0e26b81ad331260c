/** A key file holds one key for a program on this machine. */
export interface KeyFile {
  /** Undefined if there is none. */
  read(): Promise<string | undefined>;
  write(key: string): Promise<void>;
}
