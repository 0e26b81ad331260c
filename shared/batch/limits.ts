/**
 * Bounds of the batch format. Both ends enforce them: the writer never exceeds them, the reader refuses what does.
 */

/** The row bound is the largest number of rows in one batch. */
export const maxBatchRows = 131_072;
/** The body bound is the largest number of bytes of the body after decompression. */
export const maxBatchBodyBytes = 48 * 1024 * 1024;
/** The batch bound is the largest number of bytes of a whole batch as sent (header, metadata and stored body). */
export const maxBatchBytes = 16 * 1024 * 1024;
/** The metadata bound is the largest number of bytes of the JSON metadata in the header. */
export const maxMetadataBytes = 32 * 1024;
/**
 * The row size bound is the largest number of bytes of one row with every owner spelled out, but without its facts and the fixed columns
 * that version 3 added: a reader's work on a row is bounded, too. A writer that would exceed it leaves out records and sets the mark `recordsCut`.
 */
export const maxRowBytes = 128 * 1024;
/** The record bound is the largest number of records kept of one message. */
export const maxRowRecords = 1_024;
/**
 * The name bound is the largest number of characters of a name in presentation form: 255 octets (RFC 1035 section
 * 2.3.4), each escaped as `\DDD` at worst.
 */
export const maxNameCharacters = 1_020;
/**
 * The short text bound is the largest number of characters of the other short texts of a row (client subnet, policy
 * rule).
 */
export const maxShortTextCharacters = 1_020;
/** The extended error bound is the largest number of extended DNS errors kept of one response. */
export const maxExtendedErrors = 16;
/** The fact bounds are the largest number of facts of one row, of characters of one of them, and of bytes of all of them. */
export const maxRowFacts = 512;
export const maxFactCharacters = 4_096;
export const maxFactBytes = 32 * 1024;
