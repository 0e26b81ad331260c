/**
 * Bounds of the batch format. Both ends enforce them: the writer never exceeds them, the reader refuses what does.
 */

/** Rows in one batch, at most. */
export const maxBatchRows = 131_072;
/** Bytes of the body after decompression, at most. */
export const maxBatchBodyBytes = 48 * 1024 * 1024;
/** Bytes of a whole batch as sent (header, metadata and stored body), at most. */
export const maxBatchBytes = 16 * 1024 * 1024;
/** Bytes of the JSON metadata in the header, at most. */
export const maxMetadataBytes = 32 * 1024;
/**
 * Bytes of one row with every owner spelled out, at most: what a reader makes of a row is bounded, too. A writer that would
 * exceed it leaves out records and sets the mark `recordsCut`.
 */
export const maxRowBytes = 128 * 1024;
/** Records kept of one message, at most. */
export const maxRowRecords = 1_024;
/** Characters of a name in presentation form: 255 octets (RFC 1035 section 2.3.4), each escaped as `\DDD` at worst. */
export const maxNameCharacters = 1_020;
/** Characters of the other short texts of a row (client subnet, policy rule). */
export const maxShortTextCharacters = 1_020;
/** Extended DNS errors kept of one response, at most. */
export const maxExtendedErrors = 16;
