/** A random source gives unpredictable bytes and ids, for keys and identities. */
export interface Random {
  bytes(count: number): Buffer;
  uuid(): string;
}
