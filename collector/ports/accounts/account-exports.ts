export type ExportStatus = 'queued' | 'running' | 'completed' | 'failed';

/** An account export is an archive of all that an account has, made in the background and kept for a while. */
export interface AccountExport {
  readonly id: string;
  readonly accountId: number;
  /** The e-mail address of the owner who asked for it. */
  readonly requestedBy: string;
  /** Whether it has the stored queries. */
  readonly queries: boolean;
  readonly status: ExportStatus;
  /** Tables that are written, and that are to be. */
  readonly done: number;
  readonly total: number;
  readonly rows: number;
  /** Bytes of the parts, as they are stored. */
  readonly bytes: number;
  /** One sentence, if it failed. */
  readonly error: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  /** The time at which it is deleted. */
  readonly expiresAt: Date | null;
}

/** An export part is a file of the archive; files are small, so that none needs much memory. */
export interface ExportPart {
  /** The name in the archive: `data/threats.0001.ndjson`. */
  readonly path: string;
  /** Bytes of the file, of which `content` is the deflated form (RFC 1951). */
  readonly bytes: number;
  /** CRC-32 of the file, as ZIP has it. */
  readonly crc: number;
  readonly content: Uint8Array;
}

/** A part without its content. */
export type ExportPartHead = Omit<ExportPart, 'content'> & {
  readonly position: number;
  /** Bytes of the content. */
  readonly deflated: number;
};

/** The store keeps one export for each account, written by whichever collector has time. All methods throw a StoreError. */
export interface AccountExportStore {
  /** Takes the place of one that has ended. Undefined if one is under way. */
  request(wanted: {
    readonly id: string;
    readonly accountId: number;
    readonly requestedBy: string;
    readonly queries: boolean;
  }): Promise<AccountExport | undefined>;
  /** Undefined if there is none, or it is past its time. */
  find(accountId: number): Promise<AccountExport | undefined>;
  /** Deletes the export, also one that is under way. False if there is none. */
  delete(accountId: number): Promise<boolean>;
  /**
   * Takes the one that has waited longest: nobody else gets it until the lease is over. What an earlier attempt wrote of it is
   * deleted. One that was broken off `mostAttempts` times fails.
   */
  claim(holder: string, leaseSeconds: number, mostAttempts: number): Promise<AccountExport | undefined>;
  /** Notes how far it is, and prolongs the lease. False if it is deleted, or somebody else has it now. */
  progress(
    holder: string,
    id: string,
    progress: Pick<AccountExport, 'done' | 'total' | 'rows' | 'bytes'>,
    leaseSeconds: number,
  ): Promise<boolean>;
  /** Adds a part, at its position from 0. False as `progress`. */
  addPart(holder: string, id: string, position: number, part: ExportPart): Promise<boolean>;
  finish(
    holder: string,
    id: string,
    result: { readonly keptSeconds: number; readonly error?: string },
  ): Promise<boolean>;
  /** The parts of an export, in order. */
  parts(id: string): Promise<ExportPartHead[]>;
  /** Undefined if the export is deleted meanwhile. */
  content(id: string, position: number): Promise<Uint8Array | undefined>;
  /** Deletes those that are past their time. */
  forgetExpired(): Promise<void>;
}

/** A left-out entry names a table, or a column of one, that no export has, and why. */
export interface LeftOut {
  readonly name: string;
  readonly reason: string;
}

/** Account data are the rows of an account in tables, as an export has them. */
export interface AccountData {
  /** The exported tables, in the order in which they are written. */
  readonly tables: readonly string[];
  readonly leftOut: readonly LeftOut[];
  /** Reads the rows of an account in a table, as they are at one moment: lines of JSON, in groups of bounded size. */
  read(table: string, accountId: number, take: (lines: string[]) => Promise<void>): Promise<void>;
  /** The ids of its locations, the deleted ones included, whose rows stay until they expire. */
  locationIds(accountId: number): Promise<number[]>;
}

/** A located record is a record that was seen in answers at a location. */
export interface LocatedRecord {
  readonly location_id: number;
  readonly name: string;
  readonly type: number;
  readonly data: string;
  /** ISO 8601 in UTC, to the second. */
  readonly first_seen: string;
  readonly last_seen: string;
  readonly count: number;
}

/** The traffic of locations beyond stored queries, as an export has it. */
export interface AccountTraffic {
  readonly leftOut: readonly LeftOut[];
  passiveDns(locationIds: readonly number[], signal: AbortSignal): AsyncIterable<LocatedRecord[]>;
}
