/** A name server result describes the behaviour of each name server when it is asked oddly. Null: could not be told. */
export interface NameServersResult {
  readonly zone: string | null;
  readonly servers: readonly ServerBehaviour[] | null;
}

export interface ServerBehaviour {
  readonly name: string;
  readonly address: string;
  /** Answers plain DNS without EDNS. */
  readonly plain: boolean | null;
  /** Keeps the case of a name's letters. */
  readonly keepsCase: boolean | null;
  /** Says BADVERS to a version of EDNS that it can't know. */
  readonly ednsVersions: boolean | null;
  readonly openRecursion: boolean | null;
  readonly openTransfer: boolean | null;
  /** Its answer to `version.bind`. */
  readonly version: string | null;
}
