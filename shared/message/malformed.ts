/** The malformed reasons state why a message can't be decoded, by the number that the reader gives; 0 is none. */
export const malformedReasons = [
  'none',
  'short_header',
  'question_cut',
  'record_cut',
  'name_cut',
  'name_pointer',
  'name_label',
  'name_too_long',
  'record_data',
  'too_many_records',
  'stream_cut',
  'datagram_cut',
  'name_pointers',
  'too_much_work',
  'stream_unread',
  'log_line',
] as const;

export const malformed = {
  none: 0,
  shortHeader: 1,
  questionCut: 2,
  recordCut: 3,
  nameCut: 4,
  /** A compression pointer that does not go backwards, or into the header. */
  namePointer: 5,
  /** A label type that was never standardised for use (RFC 6891 section 5). */
  nameLabel: 6,
  nameTooLong: 7,
  /** A name within a record that runs over the record's end. */
  recordData: 8,
  tooManyRecords: 9,
  /** A message over TCP of which a part never came. */
  streamCut: 10,
  /** A fragmented message of which fragments never came, or contradicted each other. */
  datagramCut: 11,
  /** A name of more compression pointers than a name has labels. */
  namePointers: 12,
  /** Names that take more to follow than those of any message that was made to be read. */
  tooMuchWork: 13,
  /** A segment of a TCP stream, joined midway or behind a gap, in which no message could be found to begin. */
  streamUnread: 14,
  /** A line of another sensor's log that tells of a message and can't be read. */
  logLine: 15,
} as const;
